import type { PlacedText } from './pdf-builder.js';

/** Movement of a generated statement. The amount is signed, in minor units: negative for a charge. */
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

/** Random numbers that a seed repeats. */
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
  /** Texts above the table, with `{opening}`, `{closing}`, `{charges}`, `{credits}`, `{nCharges}` and `{nCredits}`. */
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
  /** True if the amount stands on the last line of the description. */
  readonly isAmountLast?: boolean;
  readonly openingRow?: string;
  readonly footer?: readonly PlacedText[];
  readonly isCard?: boolean;
  readonly font?: string;
  readonly from?: string;
}

const ROWS_END = 700;
const PITCH = 10;

const at = (text: string, x: number, y: number, right = false): PlacedText => ({ text, x, y, right });

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

const SUMMARY: readonly PlacedText[] = [
  at('Saldo Anterior', 30, 90),
  at('{opening}', 220, 90, true),
  at('Depósitos / Abonos (+)', 30, 102),
  at('{nCredits}', 160, 102, true),
  at('{credits}', 220, 102, true),
  at('Retiros / Cargos (-)', 30, 114),
  at('{nCharges}', 160, 114, true),
  at('{charges}', 220, 114, true),
  at('Saldo Final', 30, 126),
  at('{closing}', 220, 126, true),
  at('Saldo Promedio', 300, 126),
  at('1,234.56', 420, 126, true),
];
const period = (text: string) => [at(text, 300, 42)];
const signed = (plus: string, minus: string) => (minor: number) =>
  `${minor < 0 ? minus : plus}$${money(Math.abs(minor))}`;

export const LAYOUTS: readonly Layout[] = [
  {
    ...{ name: 'two dates, charges and credits, balance on the last row of a day', bank: 'BBVA' },
    preamble: [
      at('BBVA México, S.A.', 30, 30),
      ...period('PERIODO DEL 01/11/2026 AL 30/11/2026'),
      at('No. de Cuenta 0123454821', 300, 54),
      ...SUMMARY,
    ],
    header: [
      ...[
        at('FECHA', 45, 150),
        at('SALDO', 510, 150),
        at('OPER', 30, 160),
        at('LIQ', 75, 160),
        at('DESCRIPCIÓN', 120, 160),
      ],
      ...[
        at('REFERENCIA', 290, 160),
        at('CARGOS', 355, 160),
        at('ABONOS', 410, 160),
        at('OPERACIÓN', 460, 160),
        at('LIQUIDACIÓN', 530, 160),
      ],
    ],
    ...{ date: 'dd/MMM', balances: 'day' },
    columns: { date: 30, secondDate: 75, description: 120, debit: 390, credit: 445, balance: 508, secondBalance: 585 },
    footer: [
      at('TOTAL IMPORTE CARGOS', 30, 0),
      at('{charges}', 200, 0, true),
      at('TOTAL MOVIMIENTOS CARGOS', 300, 0),
      at('{nCharges}', 450, 0),
    ],
  },
  {
    ...{ name: 'deposits before withdrawals', bank: 'Santander' },
    preamble: [
      at('Banco Santander México', 30, 30),
      ...period('Periodo del 1 al 30 de noviembre de 2026'),
      at('CUENTA 65-50123482-1', 300, 54),
    ],
    header: [
      at('FECHA', 30, 150),
      at('FOLIO', 100, 150),
      at('DESCRIPCION', 150, 150),
      at('DEPOSITO', 340, 150),
      at('RETIRO', 420, 150),
      at('SALDO', 520, 150),
    ],
    ...{ date: 'dd-MMM-yyyy', balances: 'each', openingRow: 'SALDO FINAL DEL PERIODO ANTERIOR' },
    columns: { date: 30, description: 150, debit: 450, credit: 380, balance: 545 },
    footer: [
      at('TOTAL', 150, 0),
      at('{credits}', 380, 0, true),
      at('{charges}', 450, 0, true),
      at('{closing}', 545, 0, true),
    ],
  },
  {
    ...{ name: 'headings in two lines and years of two digits', bank: 'Banorte' },
    preamble: [
      at('Banco Mercantil del Norte, S.A.', 30, 30),
      ...period('Periodo: Del 01/Noviembre/2026 al 30/Noviembre/2026'),
      ...SUMMARY,
    ],
    header: [
      ...[
        at('MONTO DEL', 360, 150),
        at('MONTO DEL', 440, 150),
        at('FECHA', 30, 160),
        at('DESCRIPCIÓN / ESTABLECIMIENTO', 100, 160),
      ],
      ...[at('DEPOSITO', 360, 160), at('RETIRO', 440, 160), at('SALDO', 530, 160)],
    ],
    ...{ date: 'dd-MMM-yy', balances: 'each', openingRow: 'SALDO ANTERIOR' },
    columns: { date: 30, description: 90, debit: 485, credit: 405, balance: 560 },
  },
  {
    ...{ name: 'amount on the last line of the description', bank: 'Banamex' },
    preamble: [
      at('Citibanamex', 30, 30),
      ...period('DEL 01 AL 30 DE NOVIEMBRE DE 2026'),
      at('CLABE 002180012345678904', 300, 54),
      ...SUMMARY,
    ],
    header: [
      at('FECHA', 30, 150),
      at('CONCEPTO', 160, 150),
      at('RETIROS', 350, 150),
      at('DEPOSITOS', 420, 150),
      at('SALDO', 530, 150),
    ],
    ...{ date: 'dd MMM', balances: 'day', isAmountLast: true },
    columns: { date: 30, description: 80, debit: 385, credit: 465, balance: 560 },
  },
  {
    ...{ name: 'bare days', bank: 'HSBC' },
    preamble: [
      at('HSBC México, S.A.', 30, 30),
      ...period('Período del 01/11/2026 al 30/11/2026'),
      at('Saldo Inicial del Periodo', 30, 90),
      at('$ {opening}', 250, 90, true),
      at('Saldo Final del Periodo', 30, 102),
      at('$ {closing}', 250, 102, true),
    ],
    header: [
      at('Día', 30, 150),
      at('Descripción', 70, 150),
      at('Referencia', 230, 150),
      at('Retiro/Cargo', 320, 150),
      at('Depósito/Abono', 400, 150),
      at('Saldo', 530, 150),
    ],
    ...{ date: 'dd', balances: 'each' },
    columns: { date: 32, description: 70, debit: 370, credit: 460, balance: 555 },
    amountText: (minor) => `$ ${money(Math.abs(minor))}`,
  },
  {
    ...{ name: 'one signed amount', bank: 'Nu' },
    preamble: [
      at('Nu México Financiera', 30, 30),
      ...period('Periodo: 01 NOV 2026 - 30 NOV 2026'),
      at('Saldo inicial', 30, 90),
      at('${opening}', 220, 90, true),
      at('Saldo final', 30, 102),
      at('${closing}', 220, 102, true),
    ],
    header: [at('Fecha', 30, 150), at('Descripción', 110, 150), at('Monto', 500, 150)],
    ...{ date: 'dd MMM yyyy', balances: 'none', amountText: signed('+ ', '- ') },
    columns: { date: 30, description: 110, amount: 530 },
  },
  {
    ...{ name: 'card with charges as plus', bank: 'Banorte', isCard: true },
    preamble: [
      ...[
        at('Banorte Tarjeta de Crédito', 30, 30),
        at('Número de tarjeta: **** **** **** 4821', 30, 42),
        ...period('Periodo: 01-nov-2026 al 30-nov-2026'),
      ],
      ...[
        at('Fecha de corte:', 30, 60),
        at('30-nov-2026', 160, 60),
        at('Fecha límite de pago:', 30, 72),
        at('viernes, 20-dic-2026', 160, 72),
      ],
      ...[
        at('Pago para no generar intereses:', 30, 84),
        at('${closing}', 220, 84, true),
        at('Pago mínimo:', 30, 96),
        at('$450.00', 220, 96, true),
      ],
      ...[
        at('Adeudo del periodo anterior', 300, 84),
        at('${opening}', 520, 84, true),
        at('Cargos regulares (no a meses)', 300, 96),
        at('+ ${charges}', 520, 96, true),
        at('Pagos y abonos', 300, 108),
        at('- ${credits}', 520, 108, true),
      ],
    ],
    header: [
      ...[at('Fecha', 30, 150), at('Fecha', 110, 150), at('de la operación', 30, 160), at('de cargo', 110, 160)],
      ...[at('Descripción del movimiento', 190, 160), at('Monto', 510, 160)],
    ],
    ...{ date: 'dd-MMM-yyyy', balances: 'none', amountText: signed('- ', '+ ') },
    columns: { date: 30, secondDate: 110, description: 190, amount: 535 },
    footer: [
      at('Total cargos', 30, 0),
      at('+ ${charges}', 535, 0, true),
      at('Total abonos', 30, 12),
      at('- ${credits}', 535, 12, true),
    ],
  },
  {
    ...{ name: 'English headings', bank: null },
    preamble: [
      ...period('Statement period November 1, 2026 - November 30, 2026'),
      at('Previous balance', 30, 90),
      at('{opening}', 220, 90, true),
      at('Ending balance', 30, 102),
      at('{closing}', 220, 102, true),
    ],
    header: [
      at('Date', 30, 150),
      at('Description', 100, 150),
      at('Withdrawals', 340, 150),
      at('Deposits', 430, 150),
      at('Balance', 520, 150),
    ],
    ...{ date: 'yyyy-MM-dd', balances: 'each' },
    columns: { date: 30, description: 100, debit: 385, credit: 463, balance: 552 },
  },
  {
    ...{ name: 'abbreviated months before the day', bank: 'Scotiabank' },
    preamble: [at('Scotiabank Inverlat', 30, 30), ...period('Periodo 01-NOV-26 / 30-NOV-26'), ...SUMMARY],
    header: [
      at('Fecha', 30, 150),
      at('Concepto', 90, 150),
      at('Origen / Referencia', 230, 150),
      at('Depósito', 350, 150),
      at('Retiro', 440, 150),
      at('Saldo', 530, 150),
    ],
    ...{ date: 'MMM. dd', balances: 'each' },
    columns: { date: 30, description: 90, debit: 465, credit: 385, balance: 555 },
  },
  {
    ...{ name: 'over the New Year', bank: 'Inbursa', from: '2026-12-16' },
    preamble: [
      at('Banco Inbursa', 30, 30),
      ...period('Periodo del 16 de diciembre de 2026 al 15 de enero de 2027'),
      ...SUMMARY,
    ],
    header: [
      at('FECHA', 30, 150),
      at('CONCEPTO', 90, 150),
      at('CARGOS', 350, 150),
      at('ABONOS', 440, 150),
      at('SALDO', 530, 150),
    ],
    ...{ date: 'dd/MMM', balances: 'each' },
    columns: { date: 30, description: 90, debit: 388, credit: 476, balance: 558 },
  },
  {
    ...{ name: 'trailing minus signs', bank: 'Afirme' },
    preamble: [at('Banca Afirme', 30, 30), ...period('01/11/2026 al 30/11/2026'), ...SUMMARY],
    header: [at('Fecha', 30, 150), at('Descripción', 90, 150), at('Importe', 430, 150), at('Saldo', 530, 150)],
    ...{ date: 'dd/MM/yy', balances: 'day', amountText: (minor) => `${money(Math.abs(minor))}${minor < 0 ? '-' : ''}` },
    columns: { date: 30, description: 90, amount: 460, balance: 555 },
  },
  {
    ...{ name: 'a monospaced font', bank: 'Banregio', font: 'Courier' },
    preamble: [at('Banregio', 30, 30), ...period('Del 01 al 30 de NOVIEMBRE 2026'), ...SUMMARY],
    header: [
      at('DIA', 30, 150),
      at('CONCEPTO', 60, 150),
      at('CARGOS', 330, 150),
      at('ABONOS', 420, 150),
      at('SALDO', 520, 150),
    ],
    ...{ date: 'dd', balances: 'each' },
    columns: { date: 30, description: 60, debit: 360, credit: 450, balance: 548 },
  },
];
