import { dayOfStamp } from '../cells/zoned-time.js';

export const FIELDS = ['DTPOSTED', 'TRNAMT', 'NAME', 'MEMO', 'FITID', 'TRNTYPE', 'REFNUM', 'CURRENCY'] as const;
export const MAPPING = { date: 0, amount: 1, description: 2, notes: 3, externalId: 4, reference: 6, currency: 7 };

/** Fields of a transaction. Keys of nested fields include the parent element, such as `PAYEE.NAME`. */
export type Fields = Map<string, string>;

export const USED = new Set(
  'DTPOSTED TRNAMT NAME PAYEE.NAME MEMO FITID TRNTYPE REFNUM CHECKNUM CURRENCY.CURSYM CORRECTFITID CORRECTACTION'.split(
    ' ',
  ),
);

/** Descriptions by transaction type, for transactions without a description. Source: OFX 2.2, section 11.4.4.3. */
const TYPES: Readonly<Record<string, string>> = {
  CREDIT: 'Abono',
  DEBIT: 'Cargo',
  INT: 'Intereses',
  DIV: 'Dividendos',
  FEE: 'Comisión',
  SRVCHG: 'Cargo por servicio',
  DEP: 'Depósito',
  ATM: 'Cajero automático',
  POS: 'Punto de venta',
  XFER: 'Traspaso',
  CHECK: 'Cheque',
  PAYMENT: 'Pago',
  CASH: 'Retiro de efectivo',
  DIRECTDEP: 'Depósito directo',
  DIRECTDEBIT: 'Domiciliación',
  REPEATPMT: 'Pago recurrente',
};

function typeWords(type: string, reference: string, amount: string): string {
  const words = TYPES[type.toUpperCase()] ?? (amount.startsWith('-') ? 'Cargo' : 'Abono');
  return type.toUpperCase() === 'CHECK' && reference !== '' ? `${words} ${reference}` : words;
}

/** Converts a transaction to cells. Uses the name or payee as the description, or else the memo, or else the type. */
export function cellsOf(fields: Fields, currency: string): { cells: string[]; raw: string[] } {
  const of = (name: string) => fields.get(name) ?? '';
  const name = of('NAME') || of('PAYEE.NAME');
  const memo = of('MEMO') === name ? '' : of('MEMO');
  const reference = of('REFNUM') || of('CHECKNUM');
  // CURRENCY is the currency of the amount. ORIGCURRENCY is its currency before conversion.
  const own = of('CURRENCY.CURSYM') || currency;
  const rest = [of('FITID'), of('TRNTYPE'), reference, own];
  const amount = of('TRNAMT');
  const words = name || memo || typeWords(of('TRNTYPE'), reference, amount);
  return {
    cells: [ofxDay(of('DTPOSTED')), amount, words, name === '' ? '' : memo, ...rest],
    raw: [of('DTPOSTED'), of('TRNAMT'), name, of('MEMO'), ...rest],
  };
}

/** Converts a timestamp such as `20261002120000[-6:CST]` to the day in Mexico City. Other dates stay the same. */
export function ofxDay(text: string): string {
  return dayOfStamp(text) ?? text.replace(/^(\d{4})(\d\d)(\d\d).*$/s, '$1-$2-$3');
}
