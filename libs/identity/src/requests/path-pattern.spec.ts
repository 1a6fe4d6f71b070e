import { describe, expect, it } from '@jest/globals';
import { pathPattern } from './path-pattern.js';

describe('the pattern of a path', () => {
  it.each([
    ['/v1/workspace', '/v1/workspace'],
    ['/v1/rules/:id/runs/:runId/undo', '/v1/rules/{id}/runs/{runId}/undo'],
    ['/v1/exchange-rates/:quote/:base/:date', '/v1/exchange-rates/{quote}/{base}/{date}'],
    [undefined, null],
  ])('converts the route %s to the path pattern %s', (route, pattern) => {
    expect(pathPattern(route)).toBe(pattern);
  });
});
