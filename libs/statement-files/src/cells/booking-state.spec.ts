import { describe, expect, it } from '@jest/globals';
import { notBooked } from './booking-state.js';

describe('the state of a movement', () => {
  it.each(['Pendiente', 'PENDING', 'Vorgemerkt', 'En attente', 'In sospeso', 'В обработке'])('%p is pending', (cell) =>
    expect(notBooked(cell)).toBe('pending'),
  );

  it.each(['Cancelado', 'REVERTED', 'Declined', 'Rechazada', 'Storniert', 'Annullato', 'FAILED'])(
    '%p is undone',
    (cell) => expect(notBooked(cell)).toBe('undone'),
  );

  it.each(['', 'Completado', 'COMPLETED', 'Gebucht', 'Contabilizzato', 'Autorizado', 'Jalisco'])(
    '%p is booked, or about something else',
    (cell) => expect(notBooked(cell)).toBeNull(),
  );
});
