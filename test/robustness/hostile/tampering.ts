import { newId } from '../../../libs/kernel/src/id/id.js';
import type { RandomRequest } from './random-request.js';
import { unquoted } from './random-request.js';
import type { Random } from './random.js';
import type { Source } from './valid-values.js';

const HOSTILE_TEXTS = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udc00', '\u202e', '\ufeff', '\u0085', '\u2028', '__proto__', 'constructor',
  "' or 1=1 --", '$1', '{{7*7}}', '<script>', '../../etc/passwd', '%00', '\r\nX-Injected: 1', 'null', 'NaN', '-0', '1e9',
  '?', '??', 'NULL', '{,}', '\\', '+1.00', ' 1.00', '1.000', '01.00', '١٢٣', '2026-02-30', '2026-13-01', '0000-00-00', '20260203', '9999-12-31', '1899-12-31',
  '2026-02-03T00:00:00Z', '2026-01-01T00:00:00', 'infinity', 'mxn', 'M\u00adXN', '(a+)+$', '[', 'e\u0301'.repeat(130), 'x'.repeat(70_000),
]; // prettier-ignore
const HOSTILE_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 2 ** 53, [], {}, [[]], [null], { id: 'x' }, { $ne: null }, ['a', 'b'], 'x',
  unquoted('1e400'), unquoted('-1e-400'), unquoted('9'.repeat(400)), unquoted('-0'),
]; // prettier-ignore
const BROKEN_BODIES: readonly (string | Buffer)[] = [
  '', ' ', '{', '{"a":', '[]', 'null', '1', '"x"', '{}{}', '{"a":1,}', "{'a':1}", '\ufeff{}', '// x\n{}', 'NaN',
  '[['.repeat(50_000), '{"a":'.repeat(20_000), '{"__proto__":{"x":1}}', '{"name":"a","name":"b"}', '{"name":"\\ud800"}',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from('{"name":"ñ"}', 'latin1'), Buffer.from('{}', 'utf16le'),
  `{"name":"${'x'.repeat(1_100_000)}"}`,
]; // prettier-ignore

type Tampering = (source: Source, request: RandomRequest) => string;

function value({ random }: Source, request: RandomRequest): string {
  const place = somewhere(random, request.body);
  if (!place) return raw({ random } as Source, request);
  // A second fault may change the value, so the list must not share it.
  const hostile = structuredClone(random.happens(0.6) ? random.oneOf(HOSTILE_TEXTS) : random.oneOf(HOSTILE_VALUES));
  place.holder[place.name] = hostile;
  return `${place.name} became ${JSON.stringify(hostile).slice(0, 60)}`;
}

function missing({ random }: Source, request: RandomRequest): string {
  const place = somewhere(random, request.body);
  if (!place) return 'nothing was there to take away';
  if (Array.isArray(place.holder)) place.holder.length = 0;
  else delete place.holder[place.name];
  return `${place.name} is missing`;
}

function unknownField({ random }: Source, request: RandomRequest): string {
  const name = random.oneOf([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'id',
    'workspaceId',
    'balance',
    '',
    'x\u0000',
    '$where',
  ]);
  const holder = somewhere(random, request.body)?.holder ?? {};
  const target = Array.isArray(holder) ? (request.body as Record<string, unknown>) : holder;
  const planted = random.oneOf<unknown>(['x', { admin: true }, null, 1]);
  Object.defineProperty(target, name, { value: planted, enumerable: true, configurable: true, writable: true });
  if (request.body === undefined) request.body = target;
  return `the unknown field ${JSON.stringify(name)}`;
}

function deep({ random }: Source, request: RandomRequest): string {
  const place = somewhere(random, request.body);
  let nested: unknown = random.oneOf(['x', 1, null]);
  const depth = random.oneOf([2, 30, 600]);
  for (let level = 0; level < depth; level += 1) nested = random.happens(0.5) ? [nested] : { a: nested };
  if (place) place.holder[place.name] = nested;
  else request.body = nested;
  return `nested ${depth} deep`;
}

function raw({ random }: Source, request: RandomRequest): string {
  request.raw = random.oneOf(BROKEN_BODIES);
  return `the body ${JSON.stringify(request.raw.toString().slice(0, 40))}`;
}

function foreignId({ random, foreign }: Source, request: RandomRequest): string {
  const ids = Object.values(foreign).flat();
  const id = random.happens(0.7)
    ? random.oneOf(ids)
    : random.oneOf(['x', '0', newId().toUpperCase(), `${newId()} `, `{${newId()}}`, '']);
  const names = Object.keys(request.path).filter((name) => name === 'id' || name === 'runId');
  if (names.length > 0) request.path[random.oneOf(names)] = encodeURIComponent(id);
  return `the path names ${id}`;
}

function path({ random }: Source, request: RandomRequest): string {
  const names = Object.keys(request.path);
  const hostile = random.oneOf([
    '%00',
    '%ff',
    '%',
    '%zz',
    '%2e%2e',
    '..',
    '.',
    '%2F',
    'x'.repeat(8_000),
    "'",
    '*',
    '%C0%AF',
    'null',
    '-1',
    '1e3',
    '99999999999999999999',
    '%EF%BB%BF',
  ]);
  if (names.length > 0 && random.happens(0.7)) request.path[random.oneOf(names)] = hostile;
  else
    request.address = random.oneOf([
      (at) => `${at}/`,
      (at) => `/v1${at}`,
      (at) => `/v1/v1${at}`,
      (at) => at.replace('/v1', '//v1'),
      (at) => `${at}/${hostile}`,
      (at) => at.toUpperCase(),
      (at) => `${at};a=b`,
    ]);
  return `the path ${hostile.slice(0, 20)}`;
}

function query({ random, path: at }: Source, request: RandomRequest): string {
  const known = request.operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name =
    known.length > 0 && random.happens(0.75)
      ? random.oneOf(known)
      : random.oneOf(['__proto__', 'unknown', 'limit', 'a[b]', '', 'date']);
  const value = random.oneOf([
    ...HOSTILE_TEXTS.filter((text) => text.length < 5_000),
    '0',
    '201',
    '-1',
    '1.5',
    '1',
    '%',
    '%ff',
    '%00',
    newId(),
    'dGFtcGVyZWQ',
  ]);
  request.query.push([name, value]);
  if (random.happens(0.2)) request.query.push([name, value]);
  return `the query ${name}=${JSON.stringify(value).slice(0, 40)} of ${at}`;
}

function header({ random }: Source, request: RandomRequest): string {
  const [name, value] = random.oneOf<[string, string]>([
    ['idempotency-key', ''], ['idempotency-key', 'ñ'], ['idempotency-key', 'x'.repeat(256)], ['idempotency-key', 'a b'], ['idempotency-key', 'key-1'],
    ['if-match', '*'], ['if-match', '"x"'], ['if-match', 'W/"x"'], ['if-match', 'x'], ['if-match', '"a", "b"'], ['if-match', ''],
    ['if-none-match', '*'], ['if-none-match', '"x"'], ['if-none-match', ',,,'], ['if-modified-since', 'x'], ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['x-request-id', 'x'.repeat(129)], ['x-request-id', '<script>'], ['x-request-id', ''], ['content-type', 'text/plain'], ['content-type', ''],
    ['content-type', 'application/json; charset=utf-16'], ['content-type', 'application/json; charset=x'], ['content-type', 'multipart/form-data'], ['content-type', 'application/xml'],
    ['content-type', 'application/x-www-form-urlencoded'], ['content-type', 'application/merge-patch+json'], ['content-type', 'multipart/form-data; boundary=x'],
    ['content-encoding', 'gzip'], ['content-encoding', 'br'], ['content-encoding', 'identity'], ['transfer-encoding', 'chunked'], ['accept', 'text/html'], ['accept', 'image/png'], ['accept', '*/*;q=0'],
    ['accept-language', 'x'.repeat(3_000)], ['accept-encoding', 'identity;q=0'], ['x-http-method-override', 'DELETE'], ['x-forwarded-for', "' or 1=1"], ['range', 'bytes=0-1'], ['origin', 'null'], ['cookie', '__proto__=1'], ['host', 'x'], ['host', 'evil.example:99999'],
    ['authorization', ''], ['authorization', 'Bearer'], ['authorization', 'Bearer svc_x'], ['authorization', 'Bearer a.b.c'], ['authorization', 'Basic eDp5'],
  ]); // prettier-ignore
  request.headers[name] = Buffer.from(value).toString('latin1');
  return `the header ${name}: ${value.slice(0, 30)}`;
}

function method({ random }: Source, request: RandomRequest): string {
  request.method = random.oneOf(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE', 'PROPFIND']);
  return `the method ${request.method}`;
}

const TAMPERINGS: readonly Tampering[] = [value, value, value, missing, unknownField, deep, raw, foreignId, path, query, query, header, header, method]; // prettier-ignore

export function tamper(source: Source, request: RandomRequest): void {
  const times = source.random.happens(0.25) ? 2 : 1;
  for (let time = 0; time < times; time += 1) request.story.push(source.random.oneOf(TAMPERINGS)(source, request));
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function somewhere(random: Random, body: unknown): Place | undefined {
  const places: Place[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const name of Object.keys(node)) {
      places.push({ holder: node as Record<string, unknown>, name });
      walk((node as Record<string, unknown>)[name]);
    }
  };
  walk(body);
  return places.length > 0 ? random.oneOf(places) : undefined;
}
