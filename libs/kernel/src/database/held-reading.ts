import type { UnitOfWork } from './unit-of-work.js';

/** A read that is known to see a snapshot once its statements were answered, before all that is made of their answers is done. */
export function heldReading<T>(read: (unit: UnitOfWork) => Promise<T>) {
  const { promise: held, resolve, reject: fail } = Promise.withResolvers<void>();
  const reading = (unit: UnitOfWork): Promise<T> => {
    const rows = read(unit);
    void unit.drain().then(resolve, fail);
    return rows;
  };
  return { reading, held, fail };
}
