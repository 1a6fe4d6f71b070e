import { describe, expect, it } from '@jest/globals';
import { notBooked } from './booking-state.js';

describe('the booking state of a movement', () => {
  it.each(['Pendiente', 'PENDING', 'Vorgemerkt', 'En attente', 'In sospeso', 'В обработке'])(
    'is pending for %p',
    (cell) => expect(notBooked(cell)).toBe('pending'),
  );

  it.each(['Cancelado', 'REVERTED', 'Declined', 'Rechazada', 'Storniert', 'Annullato', 'FAILED'])(
    'is reversed for %p',
    (cell) => expect(notBooked(cell)).toBe('undone'),
  );

  it.each(['', 'Completado', 'COMPLETED', 'Gebucht', 'Contabilizzato', 'Autorizado', 'Jalisco'])(
    'is booked, or unknown, for %p',
    (cell) => expect(notBooked(cell)).toBeNull(),
  );
});
