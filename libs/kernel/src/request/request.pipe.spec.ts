import { describe, expect, it } from '@jest/globals';
import { Problem } from '../problem/problem.js';
import { Field } from './field.decorator.js';
import { text } from './field-rule.js';
import { readRequest } from './request.pipe.js';

class NamedRequest {
  @Field(text(1, 40))
  name!: string;
}

function refusalOf(body: unknown): string {
  try {
    readRequest(NamedRequest, body, 'body');
  } catch (error) {
    const [first] = (error as Problem).extras.errors!;
    return `${first!.pointer} ${first!.code}`;
  }
  throw new Error('the body was taken');
}

describe('a request', () => {
  it('converts a request to an instance of its class', () => {
    expect(readRequest(NamedRequest, { name: ' Casa ' }, 'body')).toEqual({ name: 'Casa' });
  });

  it('stops validating a hundred thousand fields or elements at the first invalid one', () => {
    const fields = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`field${at}`, at]));
    expect(refusalOf({ name: 'Casa', ...fields })).toBe('#/field0 UNKNOWN_FIELD');
    expect(refusalOf({ name: Array.from({ length: 340_000 }, () => 1) })).toBe('#/name TOO_MANY_VALUES');
  });

  it('rejects many small lists if they have too many elements in total', () => {
    const lists = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`list${at}`, Array(900).fill({})]));
    expect(refusalOf(lists)).toMatch(/^#\/list\d+ TOO_MANY_VALUES$/);
  });

  it('names an unknown field, including `__proto__`', () => {
    expect(refusalOf({ name: 'Casa', nombre: 'Casa' })).toBe('#/nombre UNKNOWN_FIELD');
    expect(refusalOf(JSON.parse('{"name":"Casa","__proto__":1}'))).toBe('#/__proto__ UNKNOWN_FIELD');
  });
});
