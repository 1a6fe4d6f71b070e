import { describe, expect, it } from '@jest/globals';
import type { FieldRule } from './field-rule.js';
import {
  amount,
  currency,
  day,
  decimal,
  email,
  filterReference,
  flag,
  oneOf,
  queryFlag,
  queryInteger,
  rate,
  reference,
  text,
  timestamp,
} from './field-rule.js';
import { NOTHING_ID } from '../id/id.js';

const ID = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const REFUSED = Symbol('refused');
const kept = (rule: FieldRule, value: unknown) => {
  const normal = rule.normalise ? rule.normalise(value) : value;
  return rule.check(normal) ? normal : REFUSED;
};

describe('a text field', () => {
  it('trims a text field before it checks the length', () => {
    expect(kept(text(1, 3), '  abc ')).toBe('abc');
    expect([kept(text(1, 3), '   '), kept(text(1, 3), 'abcd'), kept(text(0, 3), '')]).toEqual([REFUSED, REFUSED, '']);
  });

  it('accepts 30 combining marks on a letter and rejects more', () => {
    const marked = (marks: number) => kept(text(1, 100), `q${'\u0323'.repeat(marks)}`);
    expect([marked(30) === REFUSED, marked(31) === REFUSED]).toEqual([false, true]);
    expect(text(1, 100).detail).toMatch('at most 30 accents or marks on a letter');
  });

  it('rejects line breaks in a text field unless it allows them', () => {
    expect([kept(text(1, 9), 'a\nb'), kept(text(1, 9, 'many'), 'a\nb')]).toEqual([REFUSED, 'a\nb']);
  });

  it('rejects a non-string in a text field', () => {
    for (const value of [1, null, undefined, true, {}, ['a']]) expect(kept(text(0, 9), value)).toBe(REFUSED);
  });
});

describe('a money field', () => {
  it('rejects an amount whose sign the field does not allow', () => {
    const given = ['-1.00', '0.00', '-0', '1'];
    expect(given.map((value) => amount().check(value))).toEqual([true, true, true, true]);
    expect(given.map((value) => amount('positive').check(value))).toEqual([false, false, false, true]);
    expect(given.map((value) => amount('not zero').check(value))).toEqual([true, false, false, true]);
  });

  it('rejects a money field whose value is a JSON number or needs rounding', () => {
    for (const value of [1, '1.005', '1e3', '+1', ' 1']) expect(amount().check(value)).toBe(false);
  });

  it('accepts unsigned rates in a rate field and signed decimals in a decimal field', () => {
    expect([rate().check('18.5'), rate().check('0'), rate().check(18.5)]).toEqual([true, false, false]);
    expect([
      decimal().check('-4.25'),
      decimal().check('4.123456789'),
      decimal().check('4,5'),
      decimal().check(4),
    ]).toEqual([true, false, false, false]);
  });
});

describe('a time field', () => {
  it('rejects a date that does not exist', () => {
    expect([day().check('2024-02-29'), day().check('2026-02-29'), day().check(0)]).toEqual([true, false, false]);
  });

  it.each([
    '2026-11-20T10:32:27.123Z',
    '2026-11-20T10:32:27Z',
    '2026-11-20T23:59:59.123456789-06:00',
    '2026-11-20T00:00:00+05:30',
    '2026-11-20T00:00:00+15:59',
    '2026-11-20T00:00:00-15:59',
    '9999-12-31T23:59:59Z',
    '0001-01-01T00:00:00Z',
  ])('accepts the timestamp %s', (value) => {
    expect(timestamp().check(value)).toBe(true);
  });

  it.each([
    '2026-11-20',
    '2026-11-20T10:32:27',
    '2026-02-30T10:32:27Z',
    '2026-13-01T10:32:27Z',
    '0000-01-01T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:32:60Z',
    '2026-11-20 10:32:27Z',
    '2026-11-20T10:32:27+16:00',
    '2026-11-20T10:32:27-23:59',
    '2026-11-20T10:32:27+24:00',
    '2026-11-20t10:32:27z',
    'now',
    '',
  ])('rejects the timestamp %j', (value) => {
    expect(timestamp().check(value)).toBe(false);
  });
});

describe('a reference field', () => {
  it('a reference field returns a valid ID, and replaces other text with an ID that no record has', () => {
    expect(kept(reference(), ID)).toBe(ID);
    for (const value of ['', 'nope', ID.toUpperCase(), `${ID} `, "' or 1=1"])
      expect(kept(reference(), value)).toBe(NOTHING_ID);
    for (const value of [5, null, {}, [ID]]) expect(kept(reference(), value)).toBe(REFUSED);
    expect(kept(filterReference(), 'x')).toBe(NOTHING_ID);
    for (const value of ['', 5, null]) expect(kept(filterReference(), value)).toBe(REFUSED);
  });

  it('rejects an unknown currency and a value that is not in the list of a field', () => {
    expect([oneOf('a', 'b').check('b'), oneOf('a', 'b').check('c'), oneOf('a').check('toString')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([currency().check('MXN'), currency().check('mxn')]).toEqual([true, false]);
  });
});

describe('a query parameter', () => {
  it('accepts an integer query parameter only within its bounds', () => {
    expect(['1', '200', '007'].map((value) => kept(queryInteger(1, 200), value))).toEqual([1, 200, 7]);
    for (const value of ['0', '201', '-1', '1.5', '1e1', '', ' 1', 'x', ['1', '2'], '0x1', '9999999999'])
      expect(kept(queryInteger(1, 200), value)).toBe(REFUSED);
  });

  it('accepts only `true` and `false` as a boolean query parameter', () => {
    expect([
      kept(queryFlag(), 'true'),
      kept(queryFlag(), 'false'),
      kept(queryFlag(), '1'),
      kept(queryFlag(), 'TRUE'),
      kept(queryFlag(), ''),
    ]).toEqual([true, false, REFUSED, REFUSED, REFUSED]);
    expect([flag().check(true), flag().check('true'), flag().check(0)]).toEqual([true, false, false]);
  });
});

describe('an email address', () => {
  it.each([
    'ana@example.mx',
    'a.b+c@sub.example.com',
    'ñandú@example.mx',
    "o'brien@example.ie",
    `${'a'.repeat(64)}@example.mx`,
    ' ana@example.mx ',
  ])('accepts the email address %s', (value) => {
    expect(kept(email(), value)).toBe(value.trim());
  });

  it.each([
    '',
    'ana',
    'ana@',
    '@example.mx',
    'ana@example',
    'a b@example.mx',
    'ana@exa mple.mx',
    'ana@-example.mx',
    'a..b@example.mx',
    '.a@example.mx',
    'a.@example.mx',
    'ana@example..mx',
    'ana@@example.mx',
    'a@b@c.mx',
    'ana@example.mx\u0000',
    `${'a'.repeat(65)}@example.mx`,
    `a@${'b'.repeat(250)}.mx`,
    `a@${'b'.repeat(64)}.mx`,
    'a@b.m',
    'a@b.123',
    'Ana <ana@example.mx>',
    `a@${'a-'.repeat(120)}`,
    5,
  ])('rejects the email address %p', (value) => {
    expect(kept(email(), value)).toBe(REFUSED);
  });
});
