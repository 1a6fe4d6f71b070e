import type { UnitOfWork } from './unit-of-work.js';

/** Wraps a read. `held` resolves as soon as all its queries have returned, before the read processes their results. */
export function heldReading<T>(read: (unit: UnitOfWork) => Promise<T>) {
  const { promise: held, resolve, reject: fail } = Promise.withResolvers<void>();
  const reading = (unit: UnitOfWork): Promise<T> => {
    const rows = read(unit);
    void unit.drain().then(resolve, fail);
    return rows;
  };
  return { reading, held, fail };
}
