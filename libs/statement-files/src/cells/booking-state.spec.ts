import { describe, expect, it } from '@jest/globals';
import { answeredState, bookingState } from './booking-state.js';

const words = (text: string) => text.split(', ');

describe('booking states', () => {
  it.each([
    ...words('Pendiente, PENDING, Vorgemerkt, Umsatz vorgemerkt, En attente, In sospeso, В обработке, On hold'),
    ...words('Not settled, Not completed, Payment pending, Held, Blocked, Scheduled, Awaiting, WAITING, Unclaimed'),
    ...words('Bloqueado, No completado, Por confirmar, En tránsito, Procesando, Sin aplicar, No aplicado, Por aplicar'),
    ...words('Programado, En cours, À venir, Bloqué, In Bearbeitung, Nicht ausgeführt, Noch nicht gebucht, Reserviert'),
    ...words('Sospeso, In corso, Da contabilizzare, Prenotato, Non contabilizzato, Processando, Agendado, Aguardando'),
    ...words('Em processamento, Não autorizado, Em análise, Não efetivada, Blokada, Zablokowana, W realizacji'),
    ...words('Niezaksięgowana, Openstaand, In afwachting, Reserverat, Reserveret, Reservert, Čeká, Blokace'),
    ...words('Nezaúčtováno, Ожидает, Zárolt, Odottaa'),
  ])('reads the pending state %p as not booked', (cell) => expect(bookingState(cell)).toBe('not booked'));

  it.each([
    ...words('Cancelado, REVERTED, Declined, Rechazada, Storniert, Annullato, FAILED, Denied, PAYMENT DECLINED'),
    ...words('TRANSFER FAILED, Card declined, Transaction failed, Deleted, Denegada, Zurückgewiesen, Respinto, Negado'),
    ...words('Falhou, Teruggedraaid, Avvisad, Makulerad, Slettet, Afvist, Avvist, Kansellert, Не выполнена, Hylätty'),
    ...words('Respins, Anulat, Reddedildi, İptal, 交易关闭, 支付失败'),
  ])('reads the failed or reversed state %p as not booked', (cell) => expect(bookingState(cell)).toBe('not booked'));

  it.each([
    ...words(
      'Completado, COMPLETED, Gebucht, Umsatz gebucht, Contabilizzato, Liquidada, Comptabilisé, Exitosa, Aplicado',
    ),
    ...words('Zaksięgowana, Исполнена, Bokfört, Tamamlandı, 交易成功, Payment completed, Pagado por transferencia'),
    '',
  ])('reads the state %p as booked', (cell) => expect(bookingState(cell)).toBe('booked'));

  it.each([
    ...words('Autorizado, Authorized, Autorisé, Autorizzato, Авторизация, CREATED, Under review, Contracargo, Jalisco'),
    ...words('No aplica, Posted - reversed'),
  ])('does not recognize the state %p', (cell) => expect(bookingState(cell)).toBeNull());

  it.each([
    ['Yes', 'booked', 'booked'],
    ['N', 'booked', 'not booked'],
    ['Uncleared', 'cleared', null],
    ['Cleared', 'cleared', 'booked'],
    ['', 'booked', null],
    ['true', 'pending', 'not booked'],
    ['', 'pending', 'booked'],
    ['no', 'pending', 'booked'],
  ] as const)('reads the cell %p in a "%s" column as %s', (cell, asks, state) =>
    expect(answeredState(cell, asks)).toBe(state),
  );
});
