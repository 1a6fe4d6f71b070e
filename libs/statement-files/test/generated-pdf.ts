import type { PlacedText } from './pdf-builder.js';

/** Transaction of a generated statement. `minor` is the amount in minor units, negative for a charge. */
export interface Movement {
  readonly date: string;
  readonly texts: readonly string[];
  readonly minor: number;
}

export interface Truth {
  readonly bank: string | null;
  readonly rows: readonly { date: string; description: string; minor: number; page: number; y: number }[];
  readonly opening: number;
  readonly closing: number;
  readonly charges: number;
  readonly credits: number;
}

export interface GeneratedPdf {
  readonly pages: PlacedText[][];
  readonly truth: Truth;
}

/** Returns a deterministic generator of numbers from 0 to 1 (xorshift). */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

const SHOPS = [
  'OXXO INSURGENTES',
  'LIVERPOOL POLANCO',
  'CFE SUMINISTRO',
  'UBER TRIP',
  'FARMACIA SAN PABLO',
  'TOTAL PLAY',
];
const INCOMES = ['NOMINA QUINCENA', 'SPEI RECIBIDO BANAMEX', 'DEPOSITO EN EFECTIVO', 'RENDIMIENTOS'];
const DETAILS = ['RFC XAXX010101000', 'REF 0012345678', 'A LA CUENTA 014180655012345678', 'CONCEPTO RENTA'];

export function movementsOf(random: () => number, count: number, from = '2026-11-01', days = 30): Movement[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const offsets = Array.from({ length: count }, () => Math.floor(random() * days)).sort((a, b) => a - b);
  return offsets.map((offset) => {
    const isIncome = random() < 0.3;
    const minor = Math.floor(random() ** 3 * 4_000_000) + 100;
    const names = isIncome ? INCOMES : SHOPS;
    const more = random() < 0.4 ? DETAILS.filter(() => random() < 0.5) : [];
    return {
      date: new Date(start + offset * 86_400_000).toISOString().slice(0, 10),
      texts: [names[Math.floor(random() * names.length)]!, ...more],
      minor: isIncome ? minor : -minor,
    };
  });
}

export const money = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${(Math.abs(minor) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

const MONTHS = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'];
const parts = (date: string) => ({ y: date.slice(0, 4), m: MONTHS[Number(date.slice(5, 7)) - 1]!, d: date.slice(8) });

/** Date formats of Mexican statements. */
export const DATE_FORMATS = {
  'dd/MMM': (date: string) => `${parts(date).d}/${parts(date).m}`,
  'dd-MMM-yyyy': (date: string) => `${parts(date).d}-${parts(date).m}-${parts(date).y}`,
  'dd-MMM-yy': (date: string) => `${parts(date).d}-${parts(date).m}-${parts(date).y.slice(2)}`,
  'dd MMM': (date: string) => `${parts(date).d} ${parts(date).m}`,
  'dd MMM yyyy': (date: string) => `${parts(date).d} ${parts(date).m} ${parts(date).y}`,
  'MMM. dd': (date: string) => `${parts(date).m}. ${parts(date).d}`,
  'yyyy-MM-dd': (date: string) => date,
  'dd/MM/yy': (date: string) => `${parts(date).d}/${date.slice(5, 7)}/${parts(date).y.slice(2)}`,
  dd: (date: string) => parts(date).d,
} as const;

export interface Layout {
  readonly name: string;
  readonly bank: string | null;
  /**
   * Texts above the table, with the placeholders `{opening}`, `{closing}`, `{charges}`, `{credits}`, `{nCharges}` and
   * `{nCredits}`.
   */
  readonly preamble: readonly PlacedText[];
  readonly header: readonly PlacedText[];
  readonly date: keyof typeof DATE_FORMATS;
  readonly columns: {
    readonly date: number;
    readonly secondDate?: number;
    readonly description: number;
    readonly debit?: number;
    readonly credit?: number;
    readonly amount?: number;
    readonly balance?: number;
    readonly secondBalance?: number;
  };
  readonly balances: 'each' | 'day' | 'none';
  readonly amountText?: (minor: number) => string;
  /** True if the amount is on the last line of the description. */
  readonly isAmountLast?: boolean;
  readonly openingRow?: string;
  readonly footer?: readonly PlacedText[];
  readonly isCard?: boolean;
  readonly font?: string;
  readonly from?: string;
}

const ROWS_END = 700;
const PITCH = 10;

export const at = (text: string, x: number, y: number, right = false): PlacedText => ({ text, x, y, right });

export function statementPdf(layout: Layout, random: () => number, count = 30): GeneratedPdf {
  const opening = Math.floor(random() * 3_000_000) + 500_000;
  const movements = movementsOf(random, count, layout.from);
  const sum = (some: readonly Movement[]) => some.reduce((total, { minor }) => total + minor, 0);
  const charges = -sum(movements.filter(({ minor }) => minor < 0));
  const credits = sum(movements.filter(({ minor }) => minor > 0));
  const sign = layout.isCard ? -1 : 1;
  const closing = opening + sign * (credits - charges);
  const filled = (texts: readonly PlacedText[]) =>
    texts.map((placed) => ({
      ...placed,
      ...(layout.font && { font: layout.font }),
      text: placed.text
        .replace('{opening}', money(opening))
        .replace('{closing}', money(closing))
        .replace('{charges}', money(charges))
        .replace('{credits}', money(credits))
        .replace('{nCharges}', String(movements.filter(({ minor }) => minor < 0).length))
        .replace('{nCredits}', String(movements.filter(({ minor }) => minor > 0).length)),
    }));
  const pages: PlacedText[][] = [filled([...layout.preamble, ...layout.header])];
  const headerBottom = Math.max(...layout.header.map(({ y }) => y));
  const lift = headerBottom - 60;
  let y = headerBottom + PITCH + 4;
  const put = (...texts: PlacedText[]) =>
    pages.at(-1)!.push(...texts.map((text) => ({ ...text, ...(layout.font && { font: layout.font }) })));
  const { columns } = layout;
  if (layout.openingRow !== undefined) {
    put(at(layout.openingRow, columns.description, y), at(money(opening), columns.balance!, y, true));
    y += PITCH;
  }
  let balance = opening;
  const rows: { date: string; description: string; minor: number; page: number; y: number }[] = [];
  for (const [index, { date, texts, minor }] of movements.entries()) {
    if (y + texts.length * PITCH > ROWS_END) {
      put(at(`Página ${pages.length} de 9`, 500, 760));
      pages.push(filled(layout.header.map((text) => ({ ...text, y: text.y - lift }))));
      y = 60 + PITCH + 4;
    }
    balance += sign * minor;
    const last = y + (texts.length - 1) * PITCH;
    const amountY = layout.isAmountLast ? last : y;
    rows.push({ date, description: texts.join(' '), minor, page: pages.length, y });
    put(at(DATE_FORMATS[layout.date](date), columns.date, y));
    if (columns.secondDate !== undefined) put(at(DATE_FORMATS[layout.date](date), columns.secondDate, y));
    texts.forEach((text, line) => put(at(text, columns.description, y + line * PITCH)));
    const text = layout.amountText?.(minor) ?? money(columns.amount === undefined ? Math.abs(minor) : minor);
    const x = columns.amount ?? (minor < 0 ? columns.debit! : columns.credit!);
    put(at(text, x, amountY, true));
    const isLastOfDay = movements[index + 1]?.date !== date;
    if (layout.balances === 'each' || (layout.balances === 'day' && isLastOfDay)) {
      put(at(money(balance), columns.balance!, amountY, true));
      if (columns.secondBalance !== undefined) put(at(money(balance), columns.secondBalance, amountY, true));
    }
    y = last + PITCH;
  }
  put(...filled(layout.footer ?? []).map((text) => ({ ...text, y: y + 20 + text.y })));
  put(at('Este documento no tiene validez fiscal. Consulte sus aclaraciones en la sucursal.', 30, 740));
  return { pages, truth: { bank: layout.bank, rows, opening, closing, charges, credits } };
}
