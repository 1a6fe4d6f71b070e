export interface RouteLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * Returns the HTTP methods of a path. If a literal route and a pattern both match, such as `/v1/rules/preview` and
 * `/v1/rules/:id`, the literal route wins. GET implies HEAD.
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
