/**
 * The path of an operation as `/openapi.json` writes it: names of parameters, never their values.
 * @param route the pattern that the router matched; undefined where it found none
 * @example pathPattern('/v1/accounts/:id') // '/v1/accounts/{id}'
 */
export function pathPattern(route: string | undefined): string | null {
  return route === undefined ? null : route.replaceAll(/:(\w+)/g, '{$1}');
}
