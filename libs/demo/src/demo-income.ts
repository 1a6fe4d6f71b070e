import { addDays } from '@app/kernel';
import type { DemoYear } from './demo-calendar.js';
import { dateOf, isLastOfMonth, monthly, monthOf, workdayOnOrBefore } from './demo-calendar.js';
import { drawAmount } from './demo-draw.js';
import type { DemoTransaction } from './demo-transaction.js';

const EMPLOYER = 'GRUPO INDUSTRIAL DEL BAJIO SA DE CV';
const HALF_MONTH_PAY = 27_250_00n;

/** Everything that comes in: pay every half month, the yearly extras of the law, fees in dollars, and yields. */
export function income(year: DemoYear): DemoTransaction[] {
  return [...pay(year), ...extras(year), ...fees(year), ...yields(year)];
}

function pay({ first, today, days }: DemoYear): DemoTransaction[] {
  // A payday that falls on a weekend just after today is paid on the Friday before.
  const ahead = [1, 2].map((later) => addDays(today, later));
  return [...days, ...ahead]
    .filter((day) => dateOf(day) === 15 || isLastOfMonth(day))
    .map(workdayOnOrBefore)
    .filter((day) => day >= first && day <= today)
    .map((date) => ({
      date,
      account: 'payroll',
      type: 'income',
      amount: HALF_MONTH_PAY,
      description: `PAGO DE NOMINA ${EMPLOYER}`,
      category: 'Nómina',
    }));
}

/** Aguinaldo before 20 December and the share in profits (PTU) before the end of May. */
function extras({ days }: DemoYear): DemoTransaction[] {
  return days.flatMap((date): DemoTransaction[] => {
    const account = 'payroll';
    const type = 'income';
    if (monthOf(date) === 12 && dateOf(date) === 17) {
      return [{ date, account, type, amount: 41_600_00n, description: `AGUINALDO ${EMPLOYER}`, category: 'Aguinaldo' }];
    }
    if (monthOf(date) === 5 && dateOf(date) === 26) {
      return [{ date, account, type, amount: 23_185_40n, description: `PTU ${EMPLOYER}`, category: 'PTU' }];
    }
    return [];
  });
}

function fees(year: DemoYear): DemoTransaction[] {
  return monthly(year, 11)
    .filter((day) => monthOf(day) % 2 === 0)
    .map((date) => ({
      date,
      account: 'dollars',
      type: 'income',
      amount: drawAmount(`fees ${date}`, 380_00n, 620_00n, 5_00n),
      description: 'UPWORK ESCROW INC PAYOUT',
      category: 'Honorarios',
      notes: 'Diseño para cliente en Austin',
    }));
}

function yields(year: DemoYear): DemoTransaction[] {
  const savings = monthly(year, 31).map((date) => ({
    date,
    account: 'savings' as const,
    type: 'income' as const,
    amount: drawAmount(`savings ${date}`, 385_00n, 470_00n),
    description: 'Rendimientos del mes',
    category: 'Intereses ganados',
  }));
  const cetes = monthly(year, 13).map((date) => ({
    date,
    account: 'cetes' as const,
    type: 'income' as const,
    amount: drawAmount(`cetes ${date}`, 610_00n, 740_00n),
    description: 'Intereses CETES 28 días',
    category: 'Intereses ganados',
  }));
  return [...savings, ...cetes];
}
