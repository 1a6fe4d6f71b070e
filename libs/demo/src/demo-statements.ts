import type { Day } from '@app/kernel/pure';
import { formatAmount } from '@app/kernel/pure';
import { demoAccount } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { dateOf } from './demo-calendar.js';
import { drawAmount, happens, pick } from './demo-draw.js';

export interface DemoStatement {
  readonly filename: string;
  readonly bytes: Buffer;
}

interface Line {
  readonly date: Day;
  readonly description: string;
  /** Minor units, negative for an outflow. */
  readonly amount: bigint;
  readonly balance: bigint;
}

const DAYS_COMMITTED = 75;
/** Number of days in the draft. It overlaps the committed statement, so that it contains duplicates. */
const DRAFT_DAYS = 24;
const OVERLAP_DAYS = 5;

const SHOPS = [
  'SUPERAMA POLANCO',
  'COSTCO GAS',
  'SANBORNS UNIVERSIDAD',
  'FARMACIA BENAVIDES',
  'CAFETERIA EL PÉNDULO',
  'PAGO CFE EN VENTANILLA',
];

export function committedStatement(year: DemoYear): DemoStatement {
  const until = year.days.at(-(DRAFT_DAYS - OVERLAP_DAYS))!;
  return statement(accountLines(year).filter(({ date }) => date < until));
}

/** Builds the statement of the draft. It overlaps the committed statement and has one line without an amount. */
export function draftStatement(year: DemoYear): DemoStatement {
  const from = year.days.at(-DRAFT_DAYS)!;
  const recent = accountLines(year).filter(({ date }) => date >= from);
  return statement(recent, [`${written(year.today)},CARGO EN PROCESO,,,`]);
}

function accountLines({ days }: DemoYear): Line[] {
  let balance = demoAccount('household').opening;
  return days.slice(-DAYS_COMMITTED).flatMap((date) =>
    movementsOn(date).map(({ description, amount }) => {
      balance += amount;
      return { date, description, amount, balance };
    }),
  );
}

function movementsOn(date: Day): { description: string; amount: bigint }[] {
  const movements = [];
  if (dateOf(date) % 14 === 2) movements.push({ description: 'SPEI RECIBIDO APORTACIÓN CASA', amount: 4_500_00n });
  if (happens(`household ${date}`, 45)) {
    const amount = -drawAmount(`household ${date}`, 85_00n, 890_00n, 50n);
    movements.push({ description: pick(`household ${date}`, SHOPS), amount });
  }
  return movements;
}

function statement(lines: readonly Line[], pending: readonly string[] = []): DemoStatement {
  const text = [
    'SANTANDER MÉXICO',
    'Estado de cuenta: Cuenta Casa ****7712',
    `Periodo: ${written(lines[0]!.date)} al ${written(lines.at(-1)!.date)}`,
    '',
    'FECHA,DESCRIPCIÓN,CARGO,ABONO,SALDO',
    ...lines.map(({ date, description, amount, balance }) => {
      const [charge, credit] = amount < 0n ? [formatAmount(-amount), ''] : ['', formatAmount(amount)];
      return `${written(date)},${description},${charge},${credit},${formatAmount(balance)}`;
    }),
    ...pending,
  ].join('\r\n');
  // For these characters, latin1 is the same as windows-1252, which banks still use.
  return { filename: `santander-casa-${lines.at(-1)!.date}.csv`, bytes: Buffer.from(`${text}\r\n`, 'latin1') };
}

/** Formats a day as `20/11/2026`. */
function written(day: Day): string {
  return day.split('-').reverse().join('/');
}
