import { describe, expect, it } from '@jest/globals';
import { Field, readRequest } from '@app/kernel';
import { email, isStorableText, normaliseText, streamSafe, text } from '@app/kernel/pure';
import { compiledPattern } from '../../../libs/categorising/src/matching/pattern.js';
import { isJsonType } from '../../../libs/kernel/src/request/media-type.js';
import { readStatement } from '../../../libs/statement-files/src/statement.js';
import { rowDetails } from '../../../libs/statement-files/src/transfers/spei-text.js';
import { REPEATED_MARKUP } from '../../../libs/statement-files/test/hostile-markup.js';

const TIMES_LARGER = 8;
/**
 * Maximum factor by which the time may grow. For eight times the input, linear work takes eight times as long and
 * quadratic work 64 times as long.
 */
const MAX_GROWTH = 30;
const MIN_MS = 25;
/** A garbage collection may distort a measurement, so the check is repeated. */
const ATTEMPTS = 3;

/** Expects the time of `work` to grow at most linearly with its input. Does not measure the creation of the input. */
function expectLinear<T>(size: number, inputOf: (size: number) => T, work: (input: T) => unknown): void {
  const [small, large] = [inputOf(Math.round(size / TIMES_LARGER)), inputOf(size)];
  const growths: number[] = [];
  while (growths.length < ATTEMPTS && !growths.some((growth) => growth < MAX_GROWTH)) {
    const base = Math.max(
      MIN_MS,
      elapsed(() => work(small)),
    );
    growths.push(elapsed(() => work(large)) / base);
  }
  expect(Math.min(...growths)).toBeLessThan(MAX_GROWTH);
}

function elapsed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const orRefused = (work: () => unknown) => {
  try {
    work();
  } catch {
    // The input may be rejected. Other specs test the rejection.
  }
};
const repeated = (times: number, work: () => unknown) => {
  for (let time = 0; time < times; time += 1) work();
};

it('the linear time check detects quadratic work', () => {
  const spin = (ms: number) => {
    for (const began = performance.now(); performance.now() - began < ms;);
  };
  expect(() => expectLinear(40, (size) => size * size, spin)).toThrow('toBeLessThan');
});

describe('work in linear time', () => {
  it('validates an email address in linear time', () => {
    const hostile = (size: number) => `a@${'a-'.repeat(size / 2)}`;
    expectLinear(240, hostile, (value) => repeated(10_000, () => email().check(value)));
  });

  it.each([
    ['many semicolons and spaces', (size: number) => `application/json${';'.repeat(size / 2)}${' '.repeat(size / 2)}x`],
    ['many backslashes in quotes', (size: number) => `application/json; a="${'\\'.repeat(size)}`],
  ])('parses a Content-Type with %s in linear time', (_, hostile) => {
    expectLinear(32_000, hostile, isJsonType);
  });

  it.each([
    ['a letter with many combining marks', (size: number) => `a${'\u0301\u0323'.repeat(size / 2)}`],
    ['many letters with one combining mark each', (size: number) => 'e\u0301'.repeat(size)],
  ])('normalizes and checks a text with %s in linear time', (_, hostile) => {
    expectLinear(320_000, hostile, (value) => isStorableText(normaliseText(value, 120) as string, 'many'));
    expectLinear(320_000, hostile, (value) => streamSafe(value).normalize('NFC'));
  });

  it.each(['(a+)+$', '(a|aa)+$', '(a*)*b', '(.*a){12}b', '([a-z]+)*@'])(
    'matches the pattern %s in linear time',
    (pattern) => {
      const { isIn } = compiledPattern(pattern);
      expectLinear(2_000, (size) => `${'a'.repeat(size - 1)}!`, isIn);
    },
  );

  it.each([
    ['fields', (size: number) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`field${at}`, at]))],
    ['elements of a list', (size: number) => ({ name: Array.from({ length: 4 * size }, () => 1) })],
    [
      'elements of many lists',
      (size: number) =>
        Object.fromEntries(Array.from({ length: size / 800 }, (_, at) => [`list${at}`, Array(800).fill({})])),
    ],
  ])('rejects a body with too many %s in linear time', (_, bodyOf) => {
    class NamedRequest {
      @Field(text(1, 40))
      name!: string;
    }
    expectLinear<object>(80_000, bodyOf, (body) => orRefused(() => readRequest(NamedRequest, body, 'body')));
  });

  it.each(REPEATED_MARKUP)('reads or rejects a file of %s in linear time', (_, fileOf) => {
    expectLinear(
      100_000,
      (times) => Buffer.from(fileOf(times)),
      (file) => orRefused(() => readStatement(file, { accountCurrency: 'MXN', accountKind: 'asset' })),
    );
  });

  it.each([
    ...['SPEI ', 'RASTREO', 'CLAVE DE ', 'BENEF:', '1', '1,', 'A ', '*', 'REF.', 'SPEI. A', 'USD 1', 'CUENTA ', 'X'],
  ])('finds transfer details in repetitions of %j in linear time', (piece) => {
    const details = (description: string) =>
      repeated(20, () => rowDetails({ description, notes: `${description}!`, reference: null }));
    expectLinear(2_400, (size) => piece.repeat(size / piece.length), details);
    expectLinear(20_000, (size) => piece.repeat(size / piece.length), details);
  });
});
