import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { AccountView } from './support/answers.js';
import type { Answer, Client } from './support/client.js';
import { anAccount, aHousehold, aTransaction, ok } from './support/household.js';

const MIB = 1024 * 1024;

let service: Service;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
  ({ api } = await aHousehold(service));
  account = await anAccount(api);
});
afterAll(() => service.stop());

const faults = (answer: Answer) =>
  statusAndCode(answer) === '400 VALIDATION_FAILED' ? errorsOf(answer) : statusAndCode(answer);
const expense = (fields: Record<string, unknown> = {}) => ({
  accountId: account.id,
  type: 'expense',
  date: '2026-03-07',
  amount: '25.00',
  description: 'Tacos',
  ...fields,
});
const post = (fields: Record<string, unknown>) => api.post('/v1/transactions', expense(fields));
const sendRaw = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  api.post('/v1/accounts', undefined, { raw, headers });

describe('an invalid JSON body', () => {
  it.each([
    '{',
    '{"name":}',
    "{'name': 'A'}",
    '{"name":"A",}',
    'name=A',
    '\u0000',
    '{"a":1}{"b":2}',
    'NaN',
    '{"a":01}',
    '{"n":"\t"}',
    'undefined',
    ' ',
  ])('rejects the malformed JSON body %j', async (raw) => {
    expect(statusAndCode(await sendRaw(raw))).toBe('400 REQUEST_MALFORMED');
  });

  it('rejects a JSON object with a duplicate key, and names the key', async () => {
    const before = (ok(await api.get('/v1/accounts')) as unknown[]).length;
    const answer = await sendRaw('{"name":"A","typeId":"cash","name":"B"}');
    expect([statusAndCode(answer), answer.body.detail]).toEqual([
      '400 REQUEST_MALFORMED',
      'The request body cannot be read: "name" occurs twice in one object.',
    ]);
    expect((ok(await api.get('/v1/accounts')) as unknown[]).length).toBe(before);
  });

  it('rejects a JSON body that is not UTF-8', async () => {
    expect(statusAndCode(await sendRaw(Buffer.from('{"name":"A\xf1o","typeId":"cash"}', 'latin1')))).toBe(
      '400 REQUEST_MALFORMED',
    );
    expect(statusAndCode(await sendRaw(Buffer.from('{"name":"\ufeffA"}', 'utf16le')))).toBe('400 REQUEST_MALFORMED');
    expect(statusAndCode(await sendRaw(Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])))).toBe(
      '400 REQUEST_MALFORMED',
    );
  });

  it.each(['null', '[]', '"text"', '5', 'true', '[{"name":"A"}]'])(
    'rejects the JSON body %s, which is not an object',
    async (raw) => {
      expect(faults(await sendRaw(raw))).toEqual(['# OBJECT_EXPECTED']);
    },
  );

  it('reports the required fields if the body is missing', async () => {
    expect(faults(await api.post('/v1/accounts'))).toEqual(['#/name REQUIRED', '#/typeId REQUIRED']);
  });

  it('rejects extremely deeply nested JSON', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    for (const raw of [
      deep,
      `{"name":"A","typeId":"cash","x":${deep}}`,
      '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000),
    ]) {
      expect((await sendRaw(raw)).status).toBe(400);
    }
    expect((await api.post(`/v1/accounts/${account.id}/archive`, undefined, { raw: `{"x":${deep}}` })).status).toBe(
      400,
    );
  });
});

describe('the media type of a body', () => {
  const json = JSON.stringify({ name: 'Tipo', typeId: 'cash' });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=latin1',
    'application/json; foo=bar; charset=utf-16',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    '',
  ])('rejects the media type %j', async (type) => {
    expect(statusAndCode(await sendRaw(json, { 'content-type': type }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    'application/json',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'APPLICATION/JSON',
    'application/json; foo=bar',
    'application/json; profile="a;b"; charset=utf-8',
  ])('accepts the media type %j', async (type) => {
    expect(statusAndCode(await sendRaw(json, { 'content-type': type }))).toBe('200');
  });

  it('validates the body of operations that do not require a body', async () => {
    const { id } = await anAccount(api);
    const large = ' '.repeat(MIB + 1);
    for (const [method, path] of [
      ['POST', `/v1/accounts/${id}/archive`],
      ['DELETE', `/v1/accounts/${id}`],
      ['GET', `/v1/accounts/${id}`],
    ] as const) {
      const send = (raw: string, headers = {}) => api.send(method, path, undefined, { raw, headers });
      expect(statusAndCode(await send('{'))).toBe('400 REQUEST_MALFORMED');
      expect(statusAndCode(await send('{"x":1}'))).toBe('400 VALIDATION_FAILED');
      expect(statusAndCode(await send('{}', { 'content-type': 'text/plain' }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
      expect(statusAndCode(await send(large))).toBe('413 PAYLOAD_TOO_LARGE');
    }
    expect((await api.get(`/v1/accounts/${id}`)).body.status).toBe('active');
  });

  it('rejects a compressed body', async () => {
    expect(statusAndCode(await sendRaw(json, { 'content-encoding': 'gzip' }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('the size of a body', () => {
  const padded = (bytes: number) => {
    const frame = Buffer.byteLength(JSON.stringify({ name: 'Grande', typeId: 'cash' }));
    return JSON.stringify({ name: 'Grande', typeId: 'cash' }).replace('}', ' '.repeat(bytes - frame) + '}');
  };

  it('accepts a body of exactly 1 MiB and rejects one more byte', async () => {
    expect(statusAndCode(await sendRaw(padded(MIB)))).toBe('200');
    expect(statusAndCode(await sendRaw(padded(MIB + 1)))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('limits a body without a Content-Length', async () => {
    expect(statusAndCode(await sendRaw(padded(2 * MIB), { 'transfer-encoding': 'chunked' }))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    );
    expect((await api.get('/v1/workspace')).status).toBe(200);
  });

  it('rejects a Content-Length of 1 GiB before the body arrives', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n{`,
    );
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.destroy();
    expect(answer).toContain('413 Payload Too Large');
  });
});

describe('unknown fields', () => {
  it('names unknown fields at every level', async () => {
    expect(faults(await post({ colour: 'red' }))).toEqual(['#/colour UNKNOWN_FIELD']);
    expect(faults(await post({ splits: [{ amount: '1.00', tag: 'x' }, { amount: '24.00' }] }))).toEqual([
      '#/splits/0/tag UNKNOWN_FIELD',
    ]);
    expect(faults(await api.patch(`/v1/accounts/${account.id}`, { balance: '5.00' }))).toEqual([
      '#/balance UNKNOWN_FIELD',
    ]);
    expect(faults(await post({ 'a/b~c': 1 }))).toEqual(['#/a~1b~0c UNKNOWN_FIELD']);
    expect(faults(await post({ workspaceId: account.id, id: account.id }))).toEqual([
      '#/workspaceId UNKNOWN_FIELD',
      '#/id UNKNOWN_FIELD',
    ]);
  });

  it('lists at most 100 unknown fields, so the response stays smaller than the request', async () => {
    const fields = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`f${n}`, 1]));
    const answer = await post(fields);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(100);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it('rejects unknown fields in an operation without a body', async () => {
    expect(faults(await api.post(`/v1/accounts/${account.id}/archive`, { force: true }))).toEqual([
      '#/force UNKNOWN_FIELD',
    ]);
    expect(statusAndCode(await api.post(`/v1/accounts/${account.id}/restore`, {}))).toBe('409 ACCOUNT_NOT_ARCHIVED');
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '\ud800'])(
    'rejects an unknown field named %j',
    async (name) => {
      const raw = `{"name":"A","typeId":"cash",${JSON.stringify(name)}:{"polluted":true}}`;
      expect(statusAndCode(await sendRaw(raw))).toBe('400 VALIDATION_FAILED');
      expect(
        statusAndCode(
          await api.post('/v1/transactions', undefined, {
            raw: JSON.stringify(expense()).replace(
              '}',
              `,"splits":[{"amount":"1.00","${'__proto__'}":{}},{"amount":"24.00"}]}`,
            ),
          }),
        ),
      ).toBe('400 VALIDATION_FAILED');
      expect(statusAndCode(await api.get('/v1/workspace'))).toBe('200');
    },
  );

  it.each([
    'colour=red',
    'limit=5&colour=red',
    '__proto__=1',
    'constructor=1',
    'hasOwnProperty=1',
    'toString=1',
    'date[gte]=2026-01-01',
    'limit[]=5',
    '=5',
    'LIMIT=5',
  ])('rejects the unknown query parameter in %s', async (query) => {
    expect(statusAndCode(await api.get(`/v1/transactions?${query}`))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await api.get(`/v1/workspace?${query}`))).toBe('400 VALIDATION_FAILED');
  });

  it('names the unknown query parameter in `parameter`', async () => {
    expect(faults(await api.get('/v1/transactions?colour=red'))).toEqual(['colour UNKNOWN_FIELD']);
    expect(faults(await api.get('/v1/net-worth?day=2026-01-01'))).toEqual(['day UNKNOWN_FIELD']);
    expect(faults(await api.post(`/v1/accounts/${account.id}/archive?x=1`))).toEqual(['x UNKNOWN_FIELD']);
  });
});

describe('query parameters', () => {
  it.each([
    'limit=1&limit=2',
    'q=a&q=b',
    'type=expense&type=income',
    'from=2026-01-01&from=2026-01-02',
    'cursor=a&cursor=b',
    'uncategorized=true&uncategorized=true',
    `accountId=${'x'}&accountId=y`,
    'tag=a&untagged=true',
  ])('rejects the repeated or contradictory query parameters %s', async (query) => {
    expect(statusAndCode(await api.get(`/v1/transactions?${query}`))).toBe('400 VALIDATION_FAILED');
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'limit=',
    'limit=abc',
    'limit=99999999999',
    'limit=%201',
    'type=gift',
    'type=EXPENSE',
    'from=2026-02-30',
    'to=2026-2-3',
    'minAmount=1.005',
    'maxAmount=1e5',
    'minAmount=',
    'currency=mxn',
    'currency=XX',
    'uncategorized=1',
    'uncategorized=yes',
    'uncategorized=',
    'updatedSince=2026-01-01',
    'updatedSince=2026-01-01T00:00:00',
    'updatedSince=2026-13-01T00:00:00Z',
    'updatedSince=2026-01-01T00:00:00%2B16:00',
    'updatedSince=2026-01-01T00:00:00-23:59',
    'updatedSince=now',
    'q=%00',
    'q=a%0Ab',
    `q=${'a'.repeat(501)}`,
  ])('rejects the malformed query parameter %s', async (query) => {
    const answer = await api.get(`/v1/transactions?${query}`);
    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(answer.body.errors!.map((error) => error.parameter)).toEqual([query.split('=')[0]]);
  });

  it.each([
    'limit=1',
    'limit=200',
    'q=',
    'minAmount=-1',
    'updatedSince=2026-01-01T00:00:00Z',
    'updatedSince=2026-01-01T00:00:00.123456%2B05:30',
    'updatedSince=2026-01-01T00:00:00-15:59',
  ])('accepts the query parameter %s', async (query) => {
    expect(statusAndCode(await api.get(`/v1/transactions?${query}`))).toBe('200');
  });

  it('filters accounts by active, archived, closed or all', async () => {
    for (const status of ['active', 'archived', 'closed', 'all'])
      expect(statusAndCode(await api.get(`/v1/accounts?status=${status}`))).toBe('200');
    for (const status of ['', 'ALL', 'open', 'active,closed'])
      expect(statusAndCode(await api.get(`/v1/accounts?status=${status}`))).toBe('400 VALIDATION_FAILED');
  });
});

describe('amounts', () => {
  it.each([
    25,
    25.5,
    '25.005',
    '25.',
    '.5',
    '+25',
    '-25.00',
    '0',
    '0.00',
    '-0.00',
    '1e3',
    '25,00',
    '1,000.00',
    ' 25',
    '25 ',
    '25\n',
    '$25',
    '٢٥',
    '０',
    '',
    '12345678901234',
    '12345678901234.00',
    '0x10',
    'NaN',
    'Infinity',
    null,
    true,
    [],
    ['25'],
    {},
    '25.00\u0000',
  ])('rejects an expense with the amount %j', async (amount) => {
    expect(faults(await post({ amount }))).toEqual(['#/amount AMOUNT_INVALID']);
  });

  it.each([
    ['25', '25.00'],
    ['25.5', '25.50'],
    ['0.01', '0.01'],
    ['007.10', '7.10'],
    ['9999999999999.99', '9999999999999.99'],
  ])('normalizes the amount %s to %s', async (amount, expected) => {
    const otherAccount = await anAccount(api);
    expect((await aTransaction(api, { accountId: otherAccount.id, amount })).amount).toBe(expected);
  });

  it('accepts a negative or zero opening balance', async () => {
    for (const [sent, expected] of [
      ['-5', '-5.00'],
      ['0', '0.00'],
      ['-0', '0.00'],
      ['-0.00', '0.00'],
    ]) {
      expect((await anAccount(api, { openingBalance: sent })).openingBalance).toBe(expected);
    }
    expect(faults(await api.post('/v1/accounts', { name: 'A', typeId: 'cash', openingBalance: 0 }))).toEqual([
      '#/openingBalance AMOUNT_INVALID',
    ]);
  });

  it('rejects an amount if the balance would exceed 15 integer digits, and changes nothing', async () => {
    const full = await anAccount(api);
    const most = { accountId: full.id, type: 'income', amount: '9999999999999.99' };
    for (let count = 0; count < 100; count += 1) await aTransaction(api, most);
    const before = (await api.get(`/v1/accounts/${full.id}`)).body.balance;
    expect(before).toBe('999999999999999.00');
    expect(statusAndCode(await post(most))).toBe('422 AMOUNT_OUT_OF_RANGE');
    expect((await api.get(`/v1/accounts/${full.id}`)).body.balance).toBe(before);
    expect((await api.get(`/v1/transactions?accountId=${full.id}&limit=200`)).body.items).toHaveLength(100);
    expect(statusAndCode(await api.patch(`/v1/accounts/${full.id}`, { openingBalance: '1.00' }))).toBe(
      '422 AMOUNT_OUT_OF_RANGE',
    );
    const splitIncome = {
      ...most,
      date: '2026-03-07',
      description: 'x',
      splits: [{ amount: '9999999999999.00' }, { amount: '0.99' }],
    };
    expect(
      statusAndCode(await api.post('/v1/transactions', splitIncome, { headers: { 'Idempotency-Key': 'beyond' } })),
    ).toBe('422 AMOUNT_OUT_OF_RANGE');
    await aTransaction(api, { ...most, amount: '0.99' });
    expect((await api.get(`/v1/accounts/${full.id}`)).body.balance).toBe('999999999999999.99');
  });
});

describe('dates', () => {
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '1899-12-31',
    '2201-01-01',
    '2026-1-1',
    '26-01-01',
    '20260101',
    '2026/01/01',
    '01-01-2026',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01 ',
    '+002026-01-01',
    'today',
    '',
    20260101,
    null,
    '２０２６-01-01',
  ])('rejects the date %j', async (date) => {
    expect(faults(await post({ date }))).toEqual(['#/date DATE_INVALID']);
  });

  it.each(['1900-01-01', '2200-12-31', '2024-02-29', '2000-02-29'])('accepts the date %s', async (date) => {
    expect((await aTransaction(api, { accountId: account.id, date })).date).toBe(date);
  });

  it('the opening date of an account defaults to today in Mexico', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
    expect((await anAccount(api)).openingDate).toBe(today);
  });
});

describe('rates', () => {
  const fixed = (fixedRate: unknown) =>
    api.post('/v1/accounts', { name: 'F', typeId: 'cash', currency: 'USD', fxMode: 'fixed', fixedRate });

  it.each(['0', '0.00000000', '-1', '+1', '1.123456789', '12345678901', '1e2', '', ' 1', '1,5', 18.5])(
    'rejects the rate %j',
    async (rate) => {
      expect(faults(await fixed(rate))).toEqual(['#/fixedRate RATE_INVALID']);
    },
  );

  it.each([
    ['18.4123', '18.41230000'],
    ['0.00000001', '0.00000001'],
    ['9999999999.99999999', '9999999999.99999999'],
    ['1', '1.00000000'],
  ])('normalizes the rate %s to %s', async (sent, expected) => {
    expect(ok(await fixed(sent)).fixedRate).toBe(expected);
  });
});

describe('text', () => {
  it('trims text and normalizes it to NFC', async () => {
    const { description, notes } = await aTransaction(api, {
      accountId: account.id,
      description: ' \u00a0 Caf\u0065\u0301  del día \u3000',
      notes: '\n a\tb\r\nc \n',
    });
    expect([description, notes]).toEqual(['Caf\u00e9  del día', 'a\tb\r\nc']);
  });

  it.each([
    ['a null character', 'a\u0000b'],
    ['an escape character', 'a\u001bb'],
    ['a delete character', 'a\u007fb'],
    ['a C1 control character', 'a\u0085b'],
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
  ])('rejects %s in single-line text', async (_, text) => {
    expect(faults(await post({ description: text }))).toEqual(['#/description TEXT_INVALID']);
    expect(faults(await api.patch(`/v1/accounts/${account.id}`, { name: text }))).toEqual(['#/name TEXT_INVALID']);
  });

  it('accepts tabs and line breaks in notes, and rejects other control characters', async () => {
    for (const notes of ['a\u0000', 'a\u000b', 'a\u000c', '\u001b[31m', 'a\u0080']) {
      expect(faults(await post({ notes: `x${notes}x` }))).toEqual(['#/notes TEXT_INVALID']);
    }
  });

  it('rejects unpaired surrogates in text', async () => {
    for (const half of ['\ud800', '\udc00', 'a\ud83d', '\ude00b']) {
      const raw = JSON.stringify(expense({ description: `x${half}` }));
      expect(raw).toContain('\\ud');
      expect(faults(await api.post('/v1/transactions', undefined, { raw }))).toEqual(['#/description TEXT_INVALID']);
      expect(
        faults(await api.post('/v1/transactions', undefined, { raw: JSON.stringify(expense({ externalId: half })) })),
      ).toEqual(['#/externalId TEXT_INVALID']);
    }
  });

  it('returns quotes, escapes and markup in text unchanged', async () => {
    const description = 'a "quote", a \\, a \u2028, ñ, 💸, {"id":"1"} and </script>';
    const texts = { description, notes: `${description}\t\r\n'`, externalId: `${description}1` };
    const category = ok(await api.post('/v1/categories', { name: `${description}2`, kind: 'expense' }));
    const created = await aTransaction(api, { accountId: account.id, ...texts, categoryId: category.id });
    expect(created).toMatchObject({ ...texts, category: { name: `${description}2` } });
    expect(ok(await api.get(`/v1/transactions?categoryId=${category.id}`)).items).toEqual([created]);
    expect(ok(await api.get(`/v1/transactions/${created.id}`))).toEqual(created);
  });

  it('limits the length of text in code points', async () => {
    const names = [
      ['😀'.repeat(120), '200'],
      ['😀'.repeat(121), '400'],
      ['ñ'.repeat(120), '200'],
      ['', '400'],
      ['   ', '400'],
      ['\u00a0\ufeff', '400'],
    ];
    for (const [name, status] of names)
      expect(`${(await api.patch(`/v1/accounts/${account.id}`, { name })).status}`).toBe(status);
    for (const [description, status] of [
      ['😀'.repeat(500), 200],
      ['😀'.repeat(501), 400],
      ['e\u0301'.repeat(500), 200],
      [' ' + 'x'.repeat(500) + ' ', 200],
    ]) {
      expect((await post({ description })).status).toBe(status);
    }
    for (const [notes, status] of [
      ['😀'.repeat(2000), 200],
      ['😀'.repeat(2001), 400],
    ])
      expect((await post({ notes })).status).toBe(status);
    for (const [bank, status] of [
      ['x'.repeat(120), 200],
      ['x'.repeat(121), 400],
    ])
      expect((await api.patch(`/v1/accounts/${account.id}`, { bank })).status).toBe(status);
  });

  it('stores special characters of SQL, HTML and Unicode unchanged', async () => {
    for (const text of [
      '<script>alert(1)</script>',
      "Robert'); drop table x; --",
      '"\\\\"',
      '%s $1 \\u0041 ${x}',
      '👩‍👩‍👧 ﷽',
      '=1+1',
      '\u202eabc',
      '\u{10ffff}',
    ]) {
      const { id } = await aTransaction(api, { accountId: account.id, description: text, notes: text });
      expect(ok(await api.get(`/v1/transactions/${id}`))).toMatchObject({ description: text, notes: text });
    }
  });

  it('accepts two accounts with the same name', async () => {
    const accounts = [await anAccount(api, { name: 'Igual' }), await anAccount(api, { name: 'Igual' })];
    expect(accounts[0]!.id).not.toBe(accounts[1]!.id);
  });

  it('rejects JSON values other than strings in text fields', async () => {
    for (const name of [1, true, null, [], {}, ['a']])
      expect(faults(await api.post('/v1/accounts', { name, typeId: 'cash' }))).toEqual(['#/name TEXT_INVALID']);
  });
});

describe('IDs in a request body', () => {
  const unknown = [
    '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04',
    'nope',
    '',
    '00000000-0000-0000-0000-000000000000',
    "' or 1=1",
    '\u0000',
    '9b2e8a3c-1f4d-4a6b-8c7d-0e1f2a3b4c5d',
  ];

  it.each(unknown)('returns REFERENCE_NOT_FOUND for the unknown ID %j', async (id) => {
    const refused = async (fields: Record<string, unknown>) => {
      const answer = await post(fields);
      return [statusAndCode(answer), ...(answer.body.errors ?? []).map((error) => error.pointer)];
    };
    expect(await refused({ accountId: id })).toEqual(['422 REFERENCE_NOT_FOUND', '#/accountId']);
    expect(await refused({ categoryId: id })).toEqual(['422 REFERENCE_NOT_FOUND', '#/categoryId']);
    expect(await refused({ type: 'lent', contactId: id })).toEqual(['422 REFERENCE_NOT_FOUND', '#/contactId']);
    expect(await refused({ type: 'transfer', toAccountId: id === '' ? 'x' : id })).toEqual([
      '422 REFERENCE_NOT_FOUND',
      '#/toAccountId',
    ]);
    expect(await refused({ splits: [{ amount: '1.00' }, { amount: '24.00', categoryId: id }] })).toEqual([
      '422 REFERENCE_NOT_FOUND',
      '#/splits/1/categoryId',
    ]);
    expect(await refused({ splits: [{ amount: '1.00', type: 'lent', contactId: id }, { amount: '24.00' }] })).toEqual([
      '422 REFERENCE_NOT_FOUND',
      '#/splits/0/contactId',
    ]);
    expect(
      statusAndCode(await api.post('/v1/accounts', { name: 'A', typeId: id === '' || id === '\u0000' ? 'x' : id })),
    ).toBe('422 REFERENCE_NOT_FOUND');
    expect(statusAndCode(await api.post('/v1/categories', { name: 'A', kind: 'expense', parentId: id }))).toBe(
      '422 REFERENCE_NOT_FOUND',
    );
  });

  it('reports all unknown IDs in one response', async () => {
    const id = unknown[0];
    const { body } = await post({ accountId: id, categoryId: id });
    expect(body.errors!.map((error) => error.pointer)).toEqual(['#/accountId', '#/categoryId']);
  });

  it.each([5, true, {}, []])('rejects the non-string ID %j', async (id) => {
    expect(faults(await post({ accountId: id }))).toEqual(['#/accountId ID_INVALID']);
  });

  it.each(unknown.filter((id) => id !== '\u0000'))(
    'a filter with the unknown ID %j returns an empty list',
    async (id) => {
      for (const name of ['accountId', 'categoryId', 'contactId', 'importId']) {
        expect(ok(await api.get(`/v1/transactions?${name}=${encodeURIComponent(id)}`))).toEqual({
          items: [],
          nextCursor: null,
        });
      }
    },
  );
});

describe('cursors', () => {
  let cursor: string;
  beforeAll(async () => {
    for (let count = 0; count < 3; count += 1) {
      const { id } = await aTransaction(api, { accountId: account.id });
      await api.delete(`/v1/transactions/${id}`);
      await aTransaction(api, { accountId: account.id });
    }
    cursor = (await api.get(`/v1/transactions?limit=1&accountId=${account.id}`)).body.nextCursor!;
    expect(typeof cursor).toBe('string');
  });
  const page = (path: string, cursorText: string) =>
    api.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursorText)}`);

  it('a cursor is valid only for its filters, but for any page size', async () => {
    expect(statusAndCode(await page(`/v1/transactions?accountId=${account.id}&limit=2`, cursor))).toBe('200');
    for (const query of [
      'limit=1',
      `limit=1&accountId=${account.id}&type=expense`,
      `accountId=${account.id}&q=`,
      `accountId=${account.id}&updatedSince=2020-01-01T00:00:00Z`,
    ]) {
      expect(statusAndCode(await page(`/v1/transactions?${query}`, cursor))).toBe('400 CURSOR_INVALID');
    }
  });

  it('a cursor is valid only for its list', async () => {
    const trashCursor = (await api.get('/v1/transactions/trash?limit=1')).body.nextCursor!;
    const listCursor = (await api.get('/v1/transactions?limit=1')).body.nextCursor!;
    expect(statusAndCode(await page('/v1/transactions', trashCursor!))).toBe('400 CURSOR_INVALID');
    expect(statusAndCode(await page('/v1/transactions/trash', listCursor!))).toBe('400 CURSOR_INVALID');
  });

  it('rejects a modified cursor', async () => {
    const path = `/v1/transactions?accountId=${account.id}&limit=1` as const;
    for (let at = 0; at < cursor.length; at += 3) {
      const replacement = cursor[at] === 'A' ? 'B' : 'A';
      expect(statusAndCode(await page(path, cursor.slice(0, at) + replacement + cursor.slice(at + 1)))).toBe(
        '400 CURSOR_INVALID',
      );
    }
    for (const bad of [
      '',
      'x',
      cursor.slice(0, -1),
      cursor.slice(1),
      cursor + 'A',
      cursor + '=',
      ` ${cursor}x`,
      cursor.toUpperCase(),
      'null',
      '../..',
      'é',
      '🙂',
    ]) {
      expect(statusAndCode(await page(path, bad))).toBe('400 CURSOR_INVALID');
    }
  });

  it('rejects a forged cursor even if the digest is valid', async () => {
    // The source code is enough to forge a cursor, which must not cause a database error.
    const { writeCursor } = await import('../../libs/kernel/src/request/cursor.js');
    for (const position of [
      ['x', 'y'],
      [],
      ['2026-01-01', 'nope'],
      ['2026-01-01'],
      [null, null],
      ['2026-01-01', account.id, 'z'],
      5,
      null,
      {},
    ]) {
      const forged = writeCursor('transactions', { accountId: account.id }, position as string[]);
      expect(statusAndCode(await page(`/v1/transactions?accountId=${account.id}&limit=1`, forged))).toBe(
        '400 CURSOR_INVALID',
      );
    }
  });

  it('a cursor of another workspace does not return rows of that workspace', async () => {
    const { api: others } = await aHousehold(service);
    const foreign = await others.get(
      `/v1/transactions?limit=1&cursor=${encodeURIComponent((await api.get('/v1/transactions?limit=1')).body.nextCursor!)}`,
    );
    if (foreign.status === 200) expect(foreign.body.items).toEqual([]);
    else expect(statusAndCode(foreign)).toBe('400 CURSOR_INVALID');
  });
});
