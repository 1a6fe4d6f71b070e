import type { Day } from '@app/kernel/pure';
import { addDays } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { dateOf, isLastOfMonth, monthly, monthOf, workdayOnOrBefore } from './demo-calendar.js';
import { drawAmount } from './demo-draw.js';
import type { DemoTransaction } from './demo-transaction.js';

const EMPLOYER = 'GRUPO INDUSTRIAL DEL BAJIO SA DE CV';
/** Net pay for each quincena, in minor units. */
export const HALF_MONTH_PAY = 27_250_00n;

export function income(year: DemoYear): DemoTransaction[] {
  return [...pay(year), ...extras(year), ...fees(year), ...yields(year)];
}

function pay({ first, today, days }: DemoYear): DemoTransaction[] {
  // Pay that is due this weekend arrives on Friday.
  const ahead = [1, 2].map((later) => addDays(today, later));
  return [...days, ...ahead]
    .filter((day) => dateOf(day) === 15 || isLastOfMonth(day))
    .map(workdayOnOrBefore)
    .filter((day) => day >= first && day <= today)
    .map((date) => earned(date, 'payroll', HALF_MONTH_PAY, `PAGO DE NOMINA ${EMPLOYER}`, 'Nómina'));
}

/** Yearly extras. The aguinaldo is due before December 20 (LFT art. 87) and the PTU by May 30 (LFT art. 122). */
function extras({ days }: DemoYear): DemoTransaction[] {
  return days.flatMap((date) => {
    if (date.endsWith('-12-17')) return [earned(date, 'payroll', 41_600_00n, `AGUINALDO ${EMPLOYER}`, 'Aguinaldo')];
    if (date.endsWith('-05-26')) return [earned(date, 'payroll', 23_185_40n, `PTU ${EMPLOYER}`, 'PTU')];
    return [];
  });
}

function fees(year: DemoYear): DemoTransaction[] {
  return monthly(year, 11)
    .filter((day) => monthOf(day) % 2 === 0)
    .map((date) => ({
      ...earned(
        date,
        'dollars',
        drawAmount(`fees ${date}`, 380_00n, 620_00n, 5_00n),
        'UPWORK ESCROW INC PAYOUT',
        'Honorarios',
      ),
      notes: 'Diseño para cliente en Austin',
    }));
}

function yields(year: DemoYear): DemoTransaction[] {
  const earnedOn = (date: number, account: DemoAccountKey, low: bigint, high: bigint, description: string) =>
    monthly(year, date).map((day) =>
      earned(day, account, drawAmount(`${account} ${day}`, low, high), description, 'Intereses ganados'),
    );
  return [
    ...earnedOn(31, 'savings', 385_00n, 470_00n, 'Rendimientos del mes'),
    ...earnedOn(13, 'cetes', 610_00n, 740_00n, 'Intereses CETES 28 días'),
  ];
}

function earned(date: Day, account: DemoAccountKey, amount: bigint, description: string, category: string) {
  return { date, account, type: 'income' as const, amount, description, category };
}
