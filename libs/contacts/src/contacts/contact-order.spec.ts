import { describe, expect, it } from '@jest/globals';
import { inNameOrder } from './contact-order.js';

describe('contact order', () => {
  it('sorts contacts without regard to case and accents, and sorts ñ after n', () => {
    const names = ['Zoé', 'Ñoño', 'beto', 'Ángel', 'Nopal', 'ana'];

    const ordered = inNameOrder(names.map((name, at) => ({ id: String(at), name }))).map(({ name }) => name);

    expect(ordered).toEqual(['ana', 'Ángel', 'beto', 'Nopal', 'Ñoño', 'Zoé']);
  });

  it('sorts the older of two contacts with the same name first', () => {
    const ordered = inNameOrder([
      { id: '2', name: 'Ana' },
      { id: '1', name: 'ANA' },
    ]);

    expect(ordered.map(({ id }) => id)).toEqual(['1', '2']);
  });
});
