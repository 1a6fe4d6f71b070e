import { describe, expect, it } from '@jest/globals';
import { addDays, Money } from '@app/kernel/pure';
import type { BarChart, Chart, ColumnChart, LineChart } from '../chart.js';
import { CHART_POLICY, drawChart } from './draw-chart.js';
import { COLOURS } from './style.js';

const HOSTILE = `</svg><script>alert("1")</script>&amp;]]>\u202e\u0000\ud800\uffff${'<'.repeat(500)}`;

const pesos = (amount: string) => Money.parse(amount, 'MXN');
const lines = (fields: Partial<LineChart> = {}): LineChart => ({
  ...{ kind: 'lines', title: 'Patrimonio neto', dates: ['2026-10-31', '2026-11-30'] },
  panels: [{ currency: 'MXN', lines: [{ name: 'Neto', amounts: ['-1200.50', '368838.40'].map(pesos) }] }],
  ...fields,
});
const days = (count: number) =>
  Array.from({ length: count }, (_, at) => addDays('2006-11-24', at)).map((day) => ({ start: day, end: day }));
const columns = (fields: Partial<ColumnChart> = {}): ColumnChart => ({
  ...{ kind: 'columns', title: 'Gastos por día', currency: 'MXN', intervals: days(3) },
  columns: [{ name: 'Gastos', amounts: ['10.00', '-2.50', '0.00'].map(pesos) }],
  ...fields,
});
const bars = (fields: Partial<BarChart> = {}): BarChart => ({
  ...{ kind: 'bars', title: 'Gastos por categoría', from: '2026-11-01', to: '2026-11-23' },
  ...{ total: pesos('100.00'), compared: null },
  bars: [
    { name: 'Vivienda', amount: pesos('120.00'), share: '1.2000', previous: null },
    { name: 'Mascotas', amount: pesos('-20.00'), share: '-0.2000', previous: null },
  ],
  ...fields,
});

function elementsOf(xml: string): string[] {
  const open: string[] = [];
  const elements: string[] = [];
  const rest = xml.replaceAll(
    /<(\/?)([a-z]+)((?: [a-zA-Z:]+="[^"<]*")*)\s*(\/?)>/g,
    (_, end, name: string, __, empty) => {
      if (end) expect(open.pop()).toBe(name);
      else elements.push(name);
      if (!end && !empty) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/<|\]\]>|&(?!(amp|lt|gt|quot|#39);)/);
  return elements;
}

const ALLOWED = ['svg', 'title', 'desc', 'style', 'rect', 'text', 'path', 'circle', 'g'];

/** Draws a chart and checks the properties that all charts must have. */
function drawn(chart: Chart): string {
  const svg = drawChart(chart);
  expect(drawChart({ ...chart })).toBe(svg);
  expect(elementsOf(svg).filter((name) => !ALLOWED.includes(name))).toEqual([]);
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" class="cv" role="img" lang="es-MX" viewBox="0 0 800 450"/,
  );
  expect(svg).toMatch(/^<svg [^>]*><title>[^<]+<\/title><desc>[^<]+<\/desc><style>/);
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
    /href|url\(|@import|https?:|style=| on\w+=|NaN|Infinity|undefined/,
  );
  // eslint-disable-next-line no-control-regex -- characters that XML forbids or that change the text direction
  expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/);
  expect(svg.isWellFormed()).toBe(true);
  expect(svg).not.toMatch(/ (x|y|width|height|d|cx|cy)="[^"]*\.\d{3}/);
  return svg;
}

describe('a chart', () => {
  it('describes the figures of a chart in Spanish for screen readers', () => {
    expect(drawn(lines())).toContain(
      '<desc>31 oct 2026 – 30 nov 2026. Neto: de -$1,200.50 a $368,838.40, mínimo -$1,200.50 (31 oct 2026), ' +
        'máximo $368,838.40 (30 nov 2026).</desc>',
    );
    expect(drawn(columns())).toContain('Gastos: $7.50 en total, el más alto $10.00 (24 nov 2006).');
    expect(drawn(bars())).toContain('Total $100.00. Vivienda: $120.00 · 120.0 %. Mascotas: -$20.00 · -20.0 %.');
  });

  it('the description of a chart contains the period and the total of the comparison', () => {
    const before = { name: 'Antes', amounts: ['1.00', '7.00', '0.00'].map(pesos) };
    const intervals = [
      ...days(2).map(({ start }) => ({ start: addDays(start, -365), end: addDays(start, -365) })),
      null,
    ];
    const svg = drawn(columns({ columns: [...columns().columns, { ...before, intervals }] }));
    expect(svg).toContain('Antes (24 nov 2005 – 25 nov 2005): $8.00 en total, el más alto $7.00 (25 nov 2005).</desc>');
    expect(svg).toContain('<title>25 nov 2006 · Gastos: -$2.50</title>');
    expect(svg).toContain('<title>25 nov 2005 · Antes: $7.00</title>');
    const compared = {
      now: 'Este periodo',
      before: 'Antes',
      start: '2026-10-01',
      end: '2026-10-23',
      total: pesos('80.00'),
    };
    const [first, second] = bars().bars;
    const both = drawn(
      bars({
        compared,
        bars: [
          { ...first!, previous: pesos('35974.55') },
          { ...second!, previous: pesos('0.00') },
        ],
      }),
    );
    expect(both).toContain(
      'Total $100.00. Antes (1 oct 2026 – 23 oct 2026): $80.00. Vivienda: $120.00 · 120.0 %, antes',
    );
    expect(both).toContain(', antes $35,974.55. Mascotas: -$20.00 · -20.0 %, antes $0.00.');
    expect(both).toMatch(/<rect class="cv-f0" [^>]*><title>Vivienda: \$120\.00 · 120\.0\s%<\/title><\/rect>/);
    expect(both).toContain('<title>Vivienda · Antes (1 oct 2026 – 23 oct 2026): $35,974.55</title></rect>');
  });

  it('if a chart sums columns by week, the title of each column contains its days and its total', () => {
    const [series] = columns({ intervals: days(731) }).columns;
    const amounts = Array.from({ length: 731 }, () => pesos('1.00'));
    const intervals = days(731).map(({ start }) => ({ start: addDays(start, -731), end: addDays(start, -731) }));
    const before = { name: 'Antes', amounts, intervals };
    const svg = drawn(columns({ intervals: days(731), columns: [{ ...series!, amounts }, before] }));
    expect(svg).toContain('por semana');
    expect(svg).toContain('<title>20 nov 2006 – 26 nov 2006 · '.replace('20', '24') + 'Gastos: $3.00</title>');
    expect(svg).toContain('<title>23 nov 2004 – 25 nov 2004 · Antes: $3.00</title>');
  });

  it('cuts long names as little as possible and shows the full name in the title', () => {
    const names = ['BBVA tarjeta de crédito oro', 'BBVA tarjeta de crédito azul', 'W'.repeat(200)];
    const svg = drawn(
      bars({ bars: names.map((name) => ({ name, amount: pesos('259490.98'), share: '0.6440', previous: null })) }),
    );
    for (const name of names.slice(0, 2)) expect(svg).toMatch(new RegExp(`<text (class="cv-wide" )?x=[^>]*>${name}<`));
    for (const name of names) expect(svg).toContain(`><title>${name}: $259,490.98 · 64.4\u00a0%</title></rect>`);
    const panels = [{ currency: 'MXN', lines: names.map((name) => ({ name, amounts: ['1.00', '2.00'].map(pesos) })) }];
    expect(drawn(lines({ panels }))).toMatch(/<text class="cv-wide" [^>]*>BBVA tarjeta de crédito azul \$2\.00</);
  });

  it('wraps the notes of a chart between words', () => {
    const omissions = ['Sin contar: 15 movimientos sin tipo de cambio.', 'Hay más etiquetas.'];
    const notes = [...drawn(bars({ omissions })).matchAll(/<text class="cv-note" [^>]*>([^<]*)</g)];
    expect(notes.length).toBeGreaterThan(1);
    expect(notes.map(([, line]) => line).join(' ')).toBe(omissions.join(' '));
  });

  it('labels at least two ticks per axis and uses the available height', () => {
    const amounts: [string, string][] = [
      ['-14529.00', '9401.00'],
      ['-9874.10', '0.00'],
      ['-0.30', '0.20'],
      ['0.00', '12.00'],
    ];
    for (const [lowest, highest] of amounts) {
      const panels = ['MXN', 'EUR', 'USD'].map((currency, at) => ({
        currency,
        lines: Array.from({ length: at === 0 ? 4 : 1 }, () => ({
          name: 'Cuenta',
          amounts: [lowest, highest].map((amount) => Money.parse(amount, currency)),
        })),
      }));
      const svg = drawn(lines({ panels, omissions: ['Sin contar: 2.'] }));
      const figures = [...svg.matchAll(/<text class="cv-soft cv-end" [^>]*>([^<]*)</g)].map(([, text]) => text!);
      for (const sign of ['$', 'EUR', 'USD'])
        expect(figures.filter((text) => text.includes(sign)).length).toBeGreaterThan(1);
      const heights = [...svg.matchAll(/cv-line cv-l4 [^"]*" d="M[\d.]+ ([\d.]+)L[\d.]+ ([\d.]+)"/g)];
      expect(heights).toHaveLength(1);
      expect(Math.abs(Number(heights[0]![1]) - Number(heights[0]![2]))).toBeGreaterThan(10);
    }
  });

  it('includes the remarks of a chart in its description', () => {
    for (const chart of [lines, columns, bars])
      expect(drawn(chart({ remarks: ['Sin contar: 2.'] }))).toContain('Sin contar: 2.</desc>');
  });

  it('displays a note about excluded data, even in an empty chart', () => {
    const omissions = ['Sin contar: 2.'];
    const nothing = [lines({ panels: [], omissions }), bars({ bars: [], omissions })];
    for (const chart of [lines({ omissions }), columns({ omissions }), bars({ omissions }), ...nothing]) {
      const svg = drawn(chart);
      expect(svg).toContain('Sin contar: 2.</desc>');
      expect(svg).toMatch(/<text class="cv-note" [^>]*>Sin contar: 2\.<\/text>/);
    }
  });

  it('formats a share that rounds to zero without a sign', () => {
    const bar = { name: 'Reembolsos', amount: pesos('-0.01'), share: '-0.0001', previous: null };
    const svg = drawn(bars({ bars: [bar, { ...bar, share: '-0.0005' }] }));
    expect(svg).toContain('Reembolsos: -$0.01 · 0.0 %.');
    expect(svg).not.toMatch(/-0\.0\s%/);
  });

  it('escapes and cuts hostile names and removes bidirectional controls', () => {
    const series = { name: HOSTILE, amounts: ['1.00', '2.00'].map(pesos) };
    drawn(lines({ title: HOSTILE, remarks: [HOSTILE], panels: [{ currency: 'MXN', lines: [series, series] }] }));
    drawn(columns({ title: HOSTILE, columns: [{ ...series, amounts: ['1.00', '2.00', '3.00'].map(pesos) }] }));
    const svg = drawn(bars({ bars: [{ name: HOSTILE, amount: pesos('1.00'), share: null, previous: pesos('2.00') }] }));
    expect(svg).toContain('>&lt;/svg>&lt;');
  });

  it('does not split an emoji when it cuts a name', () => {
    const family = '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}';
    const svg = drawn(
      bars({ bars: [{ name: family.repeat(40), amount: pesos('1.00'), share: null, previous: null }] }),
    );
    expect(svg).toMatch(new RegExp(`>(${family})+…<`));
  });

  it('a chart without data shows "Sin movimientos"', () => {
    const nothing = [
      lines({ dates: [], panels: [] }),
      columns({ columns: [{ name: 'Gastos', amounts: ['0.00', '0.00', '0.00'].map(pesos) }] }),
      bars({ bars: [], total: pesos('0.00') }),
    ];
    for (const chart of nothing)
      expect(drawn(chart)).toMatch(/<desc>[^<]*Sin movimientos\.<\/desc>.*>Sin movimientos<\/text>/);
  });

  it('draws a chart with a single point', () => {
    const panels = [{ currency: 'MXN', lines: [{ name: 'Neto', amounts: [pesos('0.00')] }] }];
    expect(drawn(lines({ dates: ['2026-11-23'], panels }))).toContain('<circle');
  });

  it('shows a legend if a chart has several series, and draws a line at zero', () => {
    const [income, expense] = ['Ingresos', 'Gastos'].map((name) => ({
      name,
      amounts: ['10.00', '-2.50', '0.00'].map(pesos),
    }));
    const svg = drawn(
      columns({ columns: [income!, expense!], line: { name: 'Neto', amounts: ['0.00', '5.00', '-1.00'].map(pesos) } }),
    );
    for (const name of ['Ingresos', 'Gastos', 'Neto']) expect(svg).toContain(`>${name}</text>`);
    expect(svg).toContain('<path class="cv-zero"');
    expect(drawn(columns())).not.toContain('>Gastos</text>');
  });

  it('displays very large amounts to the cent', () => {
    const panels = [
      {
        currency: 'USD',
        lines: [
          {
            name: 'Neto',
            amounts: ['9999999999999.99', '-9999999999999.99'].map((amount) => Money.parse(amount, 'USD')),
          },
        ],
      },
    ];
    const svg = drawn(lines({ panels }));
    expect(svg).toContain('de USD 9,999,999,999,999.99 a');
    expect(svg).toContain('>USD\u00a010,000,000\u00a0M</text>');
  });

  it('omits details that are too small to see, to limit the size of a chart', () => {
    const amounts = Array.from({ length: 7_305 }, (_, at) => pesos(`${(at * 7_919) % 1_000}.25`));
    const dates = days(7_305).map(({ start }) => start);
    expect(
      drawn(lines({ dates, panels: [{ currency: 'MXN', lines: [{ name: 'Neto', amounts }] }] })).length,
    ).toBeLessThan(50_000);
    const svg = drawn(columns({ intervals: days(7_305), columns: [{ name: 'Gastos', amounts }] }));
    expect(svg.length).toBeLessThan(50_000);
    expect(svg).toContain('· por mes');
  });

  it('draws a limited number of lines, at least one per currency, and shows how many are hidden', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `Cuenta ${at}`, amounts: ['1.00', '2.00'].map(pesos) }));
    const panels = ['MXN', 'USD', 'EUR', 'GBP'].map((currency) => ({ currency, lines: many(5) }));
    const svg = drawn(lines({ panels }));
    expect(svg.match(/class="cv-line [^"]*" d="M[^h]*"/g)).toHaveLength(6);
    expect(svg).toContain('MXN, USD, EUR · y 14 más</text>');
  });

  it('a chart has a content security policy that forbids scripts and external resources', () => {
    expect(CHART_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; frame-ancestors 'none'$/);
  });
});

describe('the colors of charts', () => {
  const luminance = (colour: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red!) + 0.7152 * linear(green!) + 0.0722 * linear(blue!);
  };
  const contrast = (first: string, second: string) => {
    const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
    return (lighter + 0.05) / (darker + 0.05);
  };

  it.each(['light', 'dark'] as const)(
    'colors have sufficient contrast in %s mode (WCAG 2.2, 1.4.3 and 1.4.11)',
    (scheme) => {
      const { ground, ink, soft, series } = COLOURS[scheme];
      for (const text of [ink, soft]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      for (const colour of series) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
    },
  );
});
