export interface RouteLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * Returns the HTTP methods of a path. A literal route takes precedence over a pattern: `/v1/rules/preview` over
 * `/v1/rules/:id`. A path with GET also has HEAD.
 */
export function allowedMethods(layers: readonly RouteLayer[], path: string): string[] {
  const routes = layers.flatMap((layer) => (layer.route && matches(layer, path) ? [layer.route] : []));
  const closest = Math.min(...routes.map(parameterCount));
  const methods = routes
    .filter((route) => parameterCount(route) === closest)
    .flatMap((route) => Object.keys(route.methods).map((method) => method.toUpperCase()));
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}

function parameterCount(route: { readonly path: string }): number {
  return route.path.split('/:').length - 1;
}

function matches(layer: RouteLayer, path: string): boolean {
  try {
    // eslint-disable-next-line no-restricted-syntax -- no text: a layer of the router
    return layer.match(path);
  } catch {
    return false;
  }
}
