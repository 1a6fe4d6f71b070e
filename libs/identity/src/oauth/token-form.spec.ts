import { describe, expect, it } from '@jest/globals';
import { asksForNothing, withOwnResource } from './token-form.js';

const API = 'https://centavo.example';

describe('the resource of a token request', () => {
  it.each([
    ['resource=https://centavo.example/', [API]],
    ['resource=https://centavo.example', [API]],
    ['resource=https://centavo.example/&resource=https://other.example/', [API, 'https://other.example/']],
    ['resource=https://centavo.example//', ['https://centavo.example//']],
    ['code=https://centavo.example/', []],
  ])('normalizes the resources of %s to %j', (query, resources) => {
    expect(withOwnResource(new URLSearchParams(query), API).getAll('resource')).toEqual(resources);
  });

  it('does not change the other parameters of a token request', () => {
    const query = 'a=1&resource=https%3A%2F%2Fcentavo.example&a=2';
    expect(withOwnResource(new URLSearchParams(query), API).toString()).toBe(query);
  });
});

describe('the scope of a refresh', () => {
  it.each([
    ['offline_access', true],
    ['admin', true],
    ['read_only', false],
    ['read_write offline_access', false],
    ['', false],
  ])('for a refresh with the scope %j, asksForNothing returns %s', (scope, isNothing) => {
    expect(asksForNothing(new URLSearchParams({ grant_type: 'refresh_token', scope }))).toBe(isNothing);
    expect(asksForNothing(new URLSearchParams({ grant_type: 'authorization_code', scope }))).toBe(false);
  });
});
