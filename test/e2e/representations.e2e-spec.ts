import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, statement } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView } from './support/answers.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, aTransaction, ok } from './support/household.js';

const HOSTILE = '=HYPERLINK("http://x");</svg><script>';

let service: Service;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await aHousehold(service));
  account = await anAccount(api, { name: HOSTILE, openingBalance: '1250.50', openingDate: '2026-01-01' });
  await aTransaction(api, { accountId: account.id, amount: '0.50', date: '2026-02-10' });
});

const HISTORY = '/v1/net-worth/history?from=2026-01-31&to=2026-03-15&interval=month' as const;
const SPENDING = '/v1/reports/spending?from=2026-02-01&to=2026-02-28' as const;
const CASH_FLOW = '/v1/reports/cash-flow?from=2026-01-01&to=2026-02-28' as const;
const OPERATIONS = [HISTORY, '/v1/forecast?' as const, SPENDING, CASH_FLOW];

const typeOf = async (path: string, accept?: string): Promise<string> => {
  const { headers } = await api.get(path as typeof HISTORY, accept === undefined ? {} : { headers: { accept } });
  return headers['content-type']!.split(';')[0]!;
};

describe.each(OPERATIONS)('the formats of %s', (path) => {
  it('returns JSON if the client requests no format', async () => {
    const plain = await api.get(path);
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await api.get(`${path}&format=json`)).text).toBe(plain.text);
    for (const accept of [
      '*/*',
      'application/json',
      'text/html',
      'text/html, */*;q=0.1',
      '',
      'nonsense',
      'text/csv;q=0',
    ])
      expect([accept, await typeOf(path, accept)]).toEqual([accept, 'application/json']);
  });

  it('returns the media type that the client prefers if the query has no format', async () => {
    for (const [accept, type] of [
      ['text/csv', 'text/csv'],
      ['image/svg+xml', 'image/svg+xml'],
      ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/svg+xml'],
      ['text/csv;q=0.4, image/svg+xml;q=0.5', 'image/svg+xml'],
      ['application/json;q=0.9, text/csv', 'text/csv'],
      ['application/json, text/csv;q=0.9', 'application/json'],
      ['TEXT/CSV', 'text/csv'],
      ['text/csv; charset=UTF-8', 'text/csv'],
    ])
      expect([accept, await typeOf(path, accept)]).toEqual([accept, type]);
    expect(await typeOf(`${path}&format=svg`, 'text/csv')).toBe('image/svg+xml');
    expect(await typeOf(`${path}&format=json`, 'text/csv')).toBe('application/json');
  });

  it('rejects an unknown format, and returns problems as JSON', async () => {
    for (const query of ['format=xml', 'format=', 'format=csv&format=svg', 'format[]=csv', 'format=CSV']) {
      const answer = await api.get(`${path}&${query}` as typeof HISTORY, { headers: { accept: 'text/csv' } });
      expect([statusAndCode(answer), ...errorsOf(answer).map((error) => error.slice(0, 6))]).toEqual([
        '400 VALIDATION_FAILED',
        'format',
      ]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.headers['content-disposition']).toBeUndefined();
    }
  });

  it('returns a separate ETag for each format, and a Vary header', async () => {
    const etags = new Set<string>();
    for (const format of ['json', 'csv', 'svg']) {
      const first = await api.get(`${path}&format=${format}` as typeof HISTORY);
      expect(first.headers.vary).toContain('Accept');
      etags.add(first.headers.etag!);
      const again = await api.get(`${path}&format=${format}` as typeof HISTORY, {
        headers: { 'if-none-match': first.headers.etag! },
      });
      expect([again.status, again.text, again.headers.vary]).toEqual([304, '', first.headers.vary]);
    }
    expect(etags.size).toBe(3);
  });

  it('returns a deterministic chart without scripts or external resources', async () => {
    const { headers, text } = await api.get(`${path}&format=svg` as typeof HISTORY);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-language': 'es-MX',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'$/,
      ),
      'content-disposition': expect.stringMatching(/^inline; filename="[a-z0-9-]+\.svg"$/),
      'x-content-type-options': 'nosniff',
    });
    expect(text).toMatch(/^<svg [^>]*role="img"[^>]*><title>[^<]+<\/title><desc>[^<]+<\/desc>/);
    expect(text).not.toContain('<script');
    expect((await api.get(`${path}&format=svg` as typeof HISTORY)).text).toBe(text);
  });
});

describe('a CSV file of the net worth', () => {
  it('returns a CSV row for each point, with the amounts of the JSON, in a file with a descriptive name', async () => {
    const { points } = ok(await api.get(HISTORY));
    const { text, headers } = await api.get(`${HISTORY}&format=csv` as typeof HISTORY);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="patrimonio-2026-01-31-a-2026-03-15.csv"',
    });
    const [heading, ...rows] = parse(text, { bom: true });
    expect(heading).toEqual(['Fecha', 'Moneda', 'Patrimonio neto', 'Activos', 'Pasivos', 'Cuentas sin tipo de cambio']);
    expect(rows).toEqual(
      points.map(({ date, netWorth, assets, liabilities }) => [date, 'MXN', netWorth, assets, liabilities, '0']),
    );
    expect(text.endsWith('\r\n')).toBe(true);
  });
});

describe('a CSV file of a forecast', () => {
  it('returns a CSV row for each account and day, and escapes formulas in names', async () => {
    const { accounts } = ok(await api.get('/v1/forecast'));
    const { text } = await api.get('/v1/forecast?format=csv');
    const [heading, ...rows] = parse(text, { bom: true });
    expect(heading).toEqual(['Fecha', 'Cuenta', 'Moneda', 'Cambio', 'Saldo', 'Id de la cuenta']);
    expect(rows).toEqual(
      accounts.flatMap(({ accountId, currency, points }) =>
        points.map(({ date, balance }) => [date, `'${HOSTILE}`, currency, '0.00', balance, accountId]),
      ),
    );
  });
});

describe('a CSV file of a report', () => {
  it('the CSV file has the same figures as the JSON items of the report', async () => {
    const { points } = ok(await api.get(CASH_FLOW));
    const rows = parse((await api.get(`${CASH_FLOW}&format=csv` as typeof CASH_FLOW)).text, { bom: true, from: 2 });
    expect(rows).toEqual(
      points.map(({ start, end, income, expense, net, savingsRate }) => [
        ...[start, end, 'MXN', income, expense, net, savingsRate ?? '', '0'],
      ]),
    );
    const { text, headers } = await api.get(`${SPENDING}&groupBy=account&format=csv` as typeof SPENDING);
    expect(headers['content-disposition']).toBe('attachment; filename="gastos-por-cuenta-2026-02-01-a-2026-02-28.csv"');
    expect(parse(text, { bom: true })).toEqual([
      [
        ...['Cuenta', 'Moneda', 'Importe', 'Partes', 'Proporción', 'Antes', 'Transacciones', 'Id de la cuenta'],
        'Transacciones sin tipo de cambio',
      ],
      [`'${HOSTILE}`, 'MXN', '0.50', '1', '1.0000', '', expect.stringContaining(account.id), account.id, '0'],
    ]);
  });

  it('links to the next page, and accepts the cursor in another format', async () => {
    await aTransaction(api, { accountId: account.id, amount: '0.25', date: '2026-02-10', description: '-2+3' });
    const page = `${SPENDING}&groupBy=merchant&limit=1` as typeof SPENDING;
    const { nextCursor } = ok(await api.get(page));
    const { headers } = await api.get(page, { headers: { accept: 'text/csv' } });
    const next = /^<(\/v1\/reports\/spending\?[^>]+)>; rel="next"$/.exec(String(headers['link']))![1]!;
    expect(new URLSearchParams(next.split('?')[1]).get('cursor')).toBe(nextCursor);
    const last = await api.get(`${next}&format=csv` as typeof SPENDING);
    expect(parse(last.text, { bom: true, from: 2 }).map(([merchant, , amount]) => [merchant, amount])).toEqual([
      ["'-2+3", '0.25'],
    ]);
    expect(last.headers['link']).toBeUndefined();
  });
});

describe('a CSV file of spending by merchant', () => {
  it('the CSV file lists all merchants instead of one page, unless a limit is set', async () => {
    const rows = Array.from({ length: 70 }, (_, n): Movement => [
      '2026-02-11',
      `Tienda ${'abcdefg'[n % 7]}${'hijklmnopq'[Math.floor(n / 7)]}`,
      '-1.00',
    ]);
    const draft = await aDraft(api, account.id, statement(rows));
    ok(await api.post(`/v1/imports/${draft.id}/commit`));
    const page = `${SPENDING}&groupBy=merchant` as typeof SPENDING;
    expect(ok(await api.get(page)).items).toHaveLength(50);
    const lengthOf = async (query: string) => {
      const { text, headers } = await api.get(`${page}&format=csv${query}` as typeof SPENDING);
      return [
        parse(text, { bom: true, from: 2 }).length,
        headers['link'] === undefined,
        headers['content-disposition']!.includes('-incompleto'),
      ];
    };
    expect(await lengthOf('')).toEqual([71, true, false]);
    expect(await lengthOf('&limit=50')).toEqual([50, false, true]);
    expect((await api.get(`${page}&format=svg` as typeof SPENDING)).text).toContain('>Otros</text>');
  });

  it('the rows and the name of a CSV file show that it is incomplete if transactions without a rate are excluded', async () => {
    const dollars = await anAccount(api, { currency: 'USD', openingBalance: '0.00' });
    await aTransaction(api, { accountId: dollars.id, amount: '3.00', date: '2026-02-12' });
    for (const path of [SPENDING, CASH_FLOW]) {
      const { text, headers } = await api.get(`${path}&format=csv` as typeof SPENDING);
      expect(headers['content-disposition']).toContain('-incompleto.csv"');
      for (const line of parse(text, { bom: true, from: 2 })) expect(line.at(-1)).toBe('1');
      const svg = (await api.get(`${path}&format=svg` as typeof SPENDING)).text;
      expect(svg).toContain('>Sin contar: un movimiento sin tipo de cambio.</text>');
    }
  });
});

describe('a chart of spending', () => {
  it('the chart title names the filters', async () => {
    await aTransaction(api, {
      accountId: account.id,
      amount: '1.00',
      date: '2026-02-12',
      tags: ['Viaje'],
      description: 'OXXO 12',
    });
    const titleOf = async (query: string) =>
      /<title>([^<]+)<\/title>/.exec((await api.get(`${SPENDING}&format=svg&${query}` as typeof SPENDING)).text)![1];
    expect(await titleOf('groupBy=day&tag=VIAJE&merchant=Oxxo')).toBe('Gastos por día: comercio oxxo, etiqueta Viaje');
    expect(await titleOf(`accountId=${account.id}`)).toMatch(/^Gastos por categoría: cuenta =HYPERLINK/);
    const { text } = await api.get(`${CASH_FLOW}&format=svg&accountId=${account.id}` as typeof CASH_FLOW);
    expect(text).toContain('<title>Flujo de efectivo: cuenta =HYPERLINK');
  });

  it.each(['category', 'account', 'merchant', 'tag', 'day', 'week', 'quincena', 'month', 'year'])(
    'draws a chart by %s',
    async (groupBy) => {
      const compared = `${SPENDING}&groupBy=${groupBy}&compare=previous&format=svg` as typeof SPENDING;
      const { text } = await api.get(compared);
      expect(text).toContain('$0.50');
      expect(text).toMatch(/<title>Gastos por [a-záéíóúñ]+<\/title>/);
      expect(text).not.toContain('NaN');
    },
  );

  it('the chart of a period without transactions shows that there is no data', async () => {
    for (const groupBy of ['category', 'merchant', 'day']) {
      const nothing =
        `/v1/reports/spending?from=2020-01-01&to=2020-01-31&groupBy=${groupBy}&format=svg` as typeof SPENDING;
      expect((await api.get(nothing)).text).toContain('>Sin movimientos</text>');
    }
  });
});
