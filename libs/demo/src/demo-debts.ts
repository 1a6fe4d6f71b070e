import type { Day } from '@app/kernel/pure';
import { addDays } from '@app/kernel/pure';
import type { DemoYear } from './demo-calendar.js';
import { dateOf, monthOf } from './demo-calendar.js';
import type { DemoContactKey } from './demo-contacts.js';
import { drawAmount } from './demo-draw.js';
import type { DemoTransaction } from './demo-transaction.js';

export function debts({ days, today }: DemoYear): DemoTransaction[] {
  return days.flatMap((day) => [...dinner(day), ...loan(day), ...tickets(day)]).filter(({ date }) => date <= today);
}

/**
 * In even months, the owner pays the cousin's part of a bill, and the cousin repays it a week later, except in October.
 */
function dinner(date: Day): DemoTransaction[] {
  if (dateOf(date) !== 9 || monthOf(date) % 2 !== 0) return [];
  const amount = drawAmount(`dinner ${date}`, 780_00n, 1_560_00n, 20_00n);
  const lent = 260_00n;
  const shared: DemoTransaction = {
    date,
    account: 'card',
    type: 'expense',
    amount,
    description: 'CONTRAMAR ROMA NTE',
    notes: 'Cena con mi prima',
    splits: [
      { amount: amount - lent, category: 'Restaurantes' },
      { amount: lent, type: 'lent', contact: 'cousin', notes: 'Su parte' },
    ],
  };
  return monthOf(date) === 10 ? [shared] : [shared, repaid('cousin', addDays(date, 7), lent, 'SPEI de mi prima, cena')];
}

function loan(date: Day): DemoTransaction[] {
  if (dateOf(date) !== 4 || monthOf(date) !== 3) return [];
  const description = 'Préstamo al vecino para el taller';
  return [
    { date, account: 'payroll', type: 'lent', amount: 4_000_00n, contact: 'neighbour', description },
    ...[50, 85, 120].map((later) => repaid('neighbour', addDays(date, later), 1_000_00n, 'SPEI del vecino, abono')),
  ];
}

/** The colleague pays for the owner's ticket, so no account changes until the owner repays the debt. */
function tickets(date: Day): DemoTransaction[] {
  if (dateOf(date) !== 12 || monthOf(date) % 4 !== 1) return [];
  const debt = { amount: 680_00n, contact: 'colleague' as const };
  const back = addDays(date, 30);
  return [
    { date, account: null, type: 'borrowed', ...debt, description: 'Boletos del concierto, los pagó mi colega' },
    { date: back, account: 'payroll', type: 'repayment_made', ...debt, description: 'SPEI a mi colega, boletos' },
  ];
}

function repaid(contact: DemoContactKey, date: Day, amount: bigint, description: string): DemoTransaction {
  return { date, account: 'payroll', type: 'repayment_received', amount, contact, description };
}
