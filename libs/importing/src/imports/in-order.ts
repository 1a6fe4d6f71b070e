/** Copies the fields in a fixed order, because PostgreSQL reorders JSON. */
export function inOrder<T extends object>(value: T, ...names: (keyof T)[]): T {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as T;
}
