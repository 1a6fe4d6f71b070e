import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PlacedText } from '../../test/pdf-builder.js';
import { openPdf, proofOf, readPdfText } from '../statement.js';

const at = (text: string, x: number, y: number, right = false): PlacedText => ({ text, x, y, right });
const PERIOD = at('Periodo del 01/11/2026 al 30/11/2026', 30, 42);
const balances = (opening: string, closing: string) => [
  ...[at('Saldo inicial', 30, 60), at(opening, 220, 60, true)],
  ...[at('Saldo final', 30, 72), at(closing, 220, 72, true)],
];
const header = (y = 100, { date = 'FECHA', description = 'CONCEPTO' } = {}) => [
  ...[at(date, 30, y), at(description, 100, y), at('CARGOS', 400, y, true), at('ABONOS', 470, y, true)],
  at('SALDO', 550, y, true),
];
const row = (y: number, date: string, description: string, charge: string, balance: string) => [
  ...[at(date, 30, y), at(description, 100, y), at(charge, 400, y, true), at(balance, 550, y, true)],
];
const ROWS = [...row(114, '05/NOV', 'OXXO', '100.00', '900.00'), ...row(126, '06/NOV', 'CFE', '200.00', '700.00')];
const WHOLE = [PERIOD, ...balances('1,000.00', '700.00'), ...header(), ...ROWS];

async function read(...pages: PlacedText[][]) {
  const options = { accountCurrency: 'MXN', accountKind: 'asset' } as const;
  const statement = openPdf(await readPdfText(await buildPdf(pages)), options);
  const rows = statement.rows(0, statement.rowCount);
  const proven = rows.map((each) => ({
    ...{ ...each, page: each.page!, balance: each.balanceMinor },
    change: each.type === 'expense' ? -each.amountMinor! : each.amountMinor,
  }));
  return {
    rows: rows.map(({ date, description, amountMinor }) => [date, description, Number(amountMinor) / 100]),
    status: proofOf(statement.proofFacts!, proven).status,
  };
}

const EXPECTED = {
  rows: [
    ['2026-11-05', 'OXXO', 100],
    ['2026-11-06', 'CFE', 200],
  ],
  status: 'proven',
};

describe('the year of dates without one', () => {
  const without = WHOLE.filter((text) => text !== PERIOD);

  it('comes from the cut-off date and not from an offer', async () => {
    const offer = at('Promoción válida hasta el 31/12/2027', 30, 30);
    expect(await read([...without, offer, at('Fecha de corte: 30-NOV-2026', 300, 42)])).toEqual(EXPECTED);
  });

  it('is unknown if only a page footer has a date', async () => {
    const { rows } = await read([...without, at('Vigencia de su contrato: 15/05/2031', 30, 700)]);
    expect(rows.map(([date]) => date)).toEqual([null, null]);
  });
});

describe('a statement without rows', () => {
  const still = [PERIOD, ...balances('500.00', '500.00')];

  it('is rejected without a table, or if the table has amounts', async () => {
    await expect(read(still)).rejects.toThrow(/no table of transactions/);
    const unread = [at('ayer', 30, 114), at('OXXO', 100, 114), at('100.00', 400, 114, true)];
    await expect(read([...still, ...header(), ...unread])).rejects.toThrow(/no transaction below it/);
  });

  it('is proven by an empty table', async () => {
    expect(await read([...still, ...header()])).toEqual({ rows: [], status: 'proven' });
  });

  it('is proven by totals of zero', async () => {
    const totals = [at('Total de cargos', 30, 84), at('0.00', 220, 84, true)];
    expect(await read([...still, ...totals, ...header()])).toEqual({ rows: [], status: 'proven' });
  });
});

describe('descriptions', () => {
  it('may be on the line below the date and the amount', async () => {
    const below = ROWS.map((text) => (text.x === 100 ? { ...text, y: text.y + 6 } : text));
    expect(await read([PERIOD, ...balances('1,000.00', '700.00'), ...header(), ...below])).toEqual(EXPECTED);
  });

  it('may begin above a vertically centered date', async () => {
    const cell = (y: number, name: string, rest: PlacedText[]) => [
      ...[at(name, 100, y - 9), at('REF 1', 100, y), at('SPEI', 100, y + 9)],
      ...rest.filter(({ x }) => x !== 100),
    ];
    const rows = [
      ...cell(120, 'OXXO', row(120, '05/NOV', '', '100.00', '900.00')),
      ...cell(156, 'CFE', row(156, '06/NOV', '', '200.00', '700.00')),
    ];
    expect(await read([PERIOD, ...balances('1,000.00', '700.00'), ...header(), ...rows])).toEqual({
      rows: [
        ['2026-11-05', 'OXXO REF 1 SPEI', 100],
        ['2026-11-06', 'CFE REF 1 SPEI', 200],
      ],
      status: 'proven',
    });
  });
});

const invoice = [
  ...[at('COMPROBANTE FISCAL DIGITAL POR INTERNET', 30, 30), at('Cantidad', 30, 60), at('Importe', 400, 60, true)],
  ...[at('1', 30, 72), at('Comisión', 100, 72), at('250.00', 400, 72, true)],
  ...[at('Total', 300, 84), at('$290.00', 400, 84, true)],
];
const spaced = header(100, { date: 'F E C H A', description: 'C O N C E P T O' });
const WITHOUT_HEADER = [PERIOD, ...balances('1,000.00', '700.00'), ...ROWS];

it.each<[string, PlacedText[][]]>([
  ['a tax invoice', [WHOLE, invoice]],
  ['a number in an address', [[...WHOLE, at('Número', 300, 60), at('1234', 360, 60)]]],
  ['a subtotal of a page', [[...WHOLE, at('SUBTOTAL DE LA PAGINA', 100, 138), at('300.00', 400, 138, true)]]],
  ['headings with spaces between their letters', [[...WITHOUT_HEADER, ...spaced]]],
  [
    'a table of fees that are already booked',
    [
      [
        ...WHOLE,
        at('RESUMEN DE COMISIONES COBRADAS', 30, 160),
        ...[at('FECHA', 30, 172), at('CONCEPTO', 100, 172), at('IMPORTE', 470, 172, true)],
        ...[at('06/NOV', 30, 184), at('CFE', 100, 184), at('200.00', 470, 184, true)],
      ],
    ],
  ],
  [
    'a table of investments',
    [
      [
        ...WHOLE,
        ...[at('FECHA', 30, 160), at('INSTRUMENTO', 100, 160), at('PLAZO', 300, 160), at('TASA', 400, 160)],
        ...[at('15/11/2026', 30, 172), at('CETES', 100, 172), at('28', 300, 172), at('9.50', 400, 172)],
      ],
    ],
  ],
  [
    'subtotals of an additional card',
    [
      [
        ...WHOLE,
        ...[at('Total cargos', 30, 200), at('100.00', 220, 200, true)],
        ...[at('Total cargos', 30, 212), at('200.00', 220, 212, true)],
      ],
    ],
  ],
])('reads and proves a statement with %s', async (_, pages) => {
  expect(await read(...pages)).toEqual(EXPECTED);
});
