/**
 * Converts a route into a path as in `/openapi.json`.
 * @example pathPattern('/v1/rules/:id') // '/v1/rules/{id}'
 */
export function pathPattern(route: string | undefined): string | null {
  return route === undefined ? null : route.replaceAll(/:(\w+)/g, '{$1}');
}
