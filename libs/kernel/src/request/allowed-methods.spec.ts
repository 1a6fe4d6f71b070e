import { describe, expect, it } from '@jest/globals';
import type { RouteLayer } from './allowed-methods.js';
import { allowedMethods } from './allowed-methods.js';

const layer = (path: string, ...methods: string[]): RouteLayer => ({
  route: { path, methods: Object.fromEntries(methods.map((method) => [method, true])) },
  match: (given) => {
    if (given.includes('%')) throw new URIError(given);
    return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(given);
  },
});

const LAYERS: RouteLayer[] = [
  { match: () => true },
  layer('/rules', 'get'),
  layer('/rules', 'post'),
  layer('/rules/:id', 'get', 'patch'),
  layer('/rules/preview', 'post'),
  layer('/rules/:id/runs/:run', 'get'),
  layer('/rules/:id/runs/latest', 'delete'),
];

describe('the methods of a path', () => {
  it.each([
    ['/rules', ['GET', 'HEAD', 'POST']],
    ['/rules/1', ['GET', 'HEAD', 'PATCH']],
    ['/rules/preview', ['POST']],
    ['/rules/1/runs/2', ['GET', 'HEAD']],
    ['/rules/1/runs/latest', ['DELETE']],
    ['/nothing', []],
    ['/rules/%', []],
  ])('the allowed methods of %s are %j', (path, methods) => {
    expect(allowedMethods(LAYERS, path)).toEqual(methods);
  });
});
