import { sidesNamed } from '../cells/side-words.js';
import { foldText } from '../text/fold-text.js';
import { dateRank } from './date-headings.js';

/** Role of a column. `sides` is for a heading that names both sides, such as `Cargo/Abono`. */
export type ColumnRole =
  | 'date'
  | 'description'
  | 'details'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'sides'
  | 'direction'
  | 'balance'
  | 'reference'
  | 'currency'
  | 'category';

/** Possible role of a heading. If several columns have the same role, the column with the highest rank gets it. */
export interface HeadingMatch {
  readonly role: ColumnRole;
  readonly rank: number;
}

export const MAX_HEADING_LENGTH = 60;

/** Matches words that make a heading irrelevant, regardless of its other words. */
// eslint-disable-next-line no-restricted-syntax -- built from constants only
export const FOREIGN = new RegExp(
  '^(cuenta|cta|account|acct|clabe|banco|bank|rfc|curp|sucursal|suc|branch|hora|time|ordenante|participante|titular|' +
    'tarjeta|card|tasa|plazo|causa|codigo|c.?digo|cod|secuencia|estatus|status|state|estado|cajero|l.?nea|limite|' +
    'cliente|customer|iva|fee|comisi.?n|inter.?s|tipo de cambio|cambio|producto|product|rate|consecutivo|' +
    'fees|comisiones|geb.hr(en)?|entgelt|commission[ei]?|frais|prowizja|tarifa|envio|shipping|handling|insurance|tax|' +
    'impuestos?|vat|mwst|steuer|m.todo|method|medio|funding|forma|wallet|iban|bic|swift|konto|kontonummer|rekening|' +
    'tegenrekening|compte|conto|szamlaszam|szamla|cuentas|счета|карты|shares|quantity|price|preis|kurs|isin|symbol)$',
);

/** Folded patterns of headings. A dot matches an accented vowel that is garbled or missing (`Descripcin`). */
const HEADINGS: readonly (readonly [ColumnRole, number, RegExp])[] = [
  ['balance', 3, /^(\p{L}{0,8}saldo|balance|solde|kontostand|egyenleg|z.statek|stanje|likutis|остаток|баланс)$/u],
  [
    'balance',
    2,
    /^(saldo|solde) (po|nach|na|apr.s|dopo|contabile|disponibile|final|operacji|mutatie)\b|\bsaldo na mutatie$|^(zustatek|egyenleg) po\b/,
  ],
  ['balance', 2, /^(saldo|balance|solde) (eur|chf|pln|gbp|cad|brl|huf|czk|sek|dkk|nok|aud|nzd|inr|rub)$/],
  [
    'balance',
    2,
    /^saldo (disponible|actual|contable|despues|resultante|total|final|en cuenta|acumulado|corriente)\b|^(running|current|available|partial|ending|closing) balance$/,
  ],
  ['balance', 2, /^(saldos?|balance) (mxn|usd|eur|mn|m n|pesos|en pesos|r)$/],
  [
    'details',
    4,
    /^(descripci.?n|concepto|detalle)s? (larg[oa]|detallad[oa]|ampliad[oa]|extendid[oa]|complet[oa]|adicional|complementari[oa]|2)\b/,
  ],
  [
    'details',
    3,
    /^(observaci.?n(es)?|notas?|comentarios?|notes?|comments?|extended (description|details)|additional (description|details|information))$/,
  ],
  ['details', 2, /^(informaci.?n adicional|leyenda 2|long description|motivo( de pago)?)$/],
  [
    'details',
    3,
    /^(descrizione completa|d.tail de l .criture|mededelingen|opmerkingen|bemerkung(en)?|notiz(en)?|kommentar|remarques?)$/,
  ],
  ['description', 9, /^descripci.{0,2}n$/],
  [
    'description',
    8,
    /^(verwendungszweck|beschreibung|beschrijving|libell.s?|libell. (de l )?op.ration|descrizione|opis( operacji| transakcji)?|omschrijving|popis|le.r.s|k.zlem.ny|beskrivelse|beskrivning|hist.rico|lan.amento|описание( операции)?|назначение( платежа)?)$/,
  ],
  ['description', 7, /^naam omschrijving$|^(verwendungszweck|vorgang verwendungszweck|buchungstext|umsatztext)$/],
  [
    'description',
    6,
    /^(buchungsdetails|booking text|transaction text|text|tekst|rubrik|tytu[lł]|titel|intitul.|causale|particulars|payment (reference|details)|основание|paai[sš]kinimai|selgitus)$/,
  ],
  [
    'description',
    8,
    /^(ac.klama(lar)?|islem ac.klamas.|opis (placila|transakcije)|namen|svrha( doznake)?|detalii( tranzactie| tranzactii)?|descriere|sk.ring|selgitus|selite|αιτιολογια|περιγραφη|описание|опис( операції| операціі)?|деталі( операції| операціі)?|призначення( платежу)?|keterangan|uraian|摘要|摘要内容|お取引内容|利用店名|利用店名 商品名|商品说明|适用|תיאור|البيان)$/u,
  ],
  [
    'description',
    3,
    /^(交易对方|对方户名|对方名称|שם בית עסק|назва|saaja maksaja|saaja|maksaja|saaja maksja nimi|n.zev proti.?.?.tu|texti|n.zev protistrany|platitel|prejemca)$/u,
  ],
  ['description', 9, /^(description|descri..o)$/],
  ['description', 8, /^conceptos?$/],
  [
    'description',
    8,
    /^(descripci.{0,2}n|concepto) (de |del )?(la )?(operaci.?n|movimiento|transacci.?n|movto|concepto)$|^(transaction )?description$/,
  ],
  ['description', 7, /^(descripci.{0,2}n|concepto|description)\b/],
  ['description', 6, /^(transaction )?(detalles?|details?)\b/],
  [
    'description',
    5,
    /^(movimientos?|transacci.?n|operaci.?n|operazione|transazione|transaction|transactie|verrichting|leyenda( 1)?|narrative|narration|t.?tulo|title)$/,
  ],
  [
    'description',
    4,
    /^(comercio|establecimiento|merchant|payee|beneficiario|nombre( del comercio)?|name|memo|texto|asunto)\b/,
  ],
  [
    'description',
    3,
    /^(empf.{1,2}nger|auftraggeber( empf.{1,2}nger| beg.nstigter)?|beg.nstigter( auftraggeber| zahlungspflichtiger)?|zahlungsempf.{1,2}nger|beguenstigter zahlungspflichtiger|naam|nazwa|partner( name| neve)?|kontrahent|odbiorca|nadawca|controparte|b.n.ficiaire|tiers|mottagare|modtager|gav.jas|контрагент|counter ?party|other party|partner|sender empf.{1,2}nger|empf.{1,2}nger \d|name zahlungsbeteiligter|naam tegenpartij( bevat)?|dane kontrahenta|partner elnevez.se|zpr.va pro p..jemce|pozn.mka|action)$/,
  ],
  ['description', 2, /^(transaction type|tipo (de )?transacci.?n)$/],
  ['reference', 4, /^(referencia|reference|ref)$/],
  ['reference', 3, /^(referencia|reference|ref|no ref|num ref|n.?mero de referencia|no de referencia|folio)\b/],
  [
    'reference',
    2,
    /^(autorizaci.?n|no autorizaci.?n|no de autorizaci.?n|n.?mero de autorizaci.?n|authorization|num autorizaci.?n)\b/,
  ],
  [
    'reference',
    1,
    /^(clave (de )?rastreo|no operaci.?n|n.?mero de (operaci.?n|movimiento)|num operaci.?n|transaction id|recibo|documento)$/,
  ],
  ['reference', 2, /^(referenz|referentie|riferimento|referencja|kenmerk)$/],
  ['currency', 3, /^(para birimi|vluta|mena|币种|通貨|通货|מטבע|العملة)$/u],
  ['category', 3, /^(categor.{0,2}a|category|rubro|kategorie?|categorie|kateg.ria|kategori|категория)$/],
  [
    'currency',
    3,
    /^(moneda|divisa|currency|ccy|curr|w.hrung|waehrung|munt(eenheid)?|devise|valuta|waluta|moeda|p.nznem|devizanem|m.na|valiuta|валюта)$/,
  ],
  ['currency', 2, /^(валюта счета|account currency)$/],
  ['currency', 2, /^(moneda|divisa|currency)\b(?!.*\b(original|origen|extranjera|foreign)\b)/],
  [
    'direction',
    4,
    /^(naturaleza|signo|sign|c a|d c|c d|d h|h d|d k|k d|s h|h s|dc|ca|dr cr|cr dr|προσημο( ποσου)?|收 支|借贷标志|入払区分|sm.r uhrady|smer|efecto|debit credit indicator|indicador|indicator|vorzeichen|segno|sens|kierunek)$/,
  ],
  ['direction', 3, /^(tipo|type|тип|收 支)( (de )?(mov|movimiento|movto|operaci.?n|transacci.?n|registro))?$/],
  ['direction', 2, /^(transaction type|credit debit|operaci.?n|movimiento|clase)$/],
  ['amount', 5, /^(importe|monto|amount)$/],
  [
    'amount',
    4,
    /^(importe|monto|amount|cantidad)\b(?!.*\b(original|origen|extranjer[oa]|pendiente|m.?nimo|foreign|local|requerido)\b)/,
  ],
  [
    'amount',
    3,
    /\b(importe|monto|amount)\b(?!.*\b(original|origen|extranjer[oa]|pendiente|m.?nimo|foreign|requerido)\b)/,
  ],
  [
    'amount',
    5,
    /^(tutar.?|islem tutar.|valoare|montante|znesek|iznos|upph..?|m..r.|summa euro|сума|стойност|ποσο|金額|取引金額|利用金額|金额|交易金额|发生额|סכום|סכום חיוב|المبلغ|jumlah)$/u,
  ],
  ['amount', 4, /^(m..r.|сума|сумма|iznos|znesek|tutar) (eur|euroa|euro|uah|rsd|bam|try|tl|rub)$/u],
  [
    'amount',
    5,
    /^(betrag|bedrag|importo|import|montant|kwota|osszeg|bel.p|bel.b|belopp|suma|summa|c.stka|iznos|tutar|сумма)$/,
  ],
  [
    'amount',
    4,
    /^(betrag|bedrag|importo|montant|kwota|osszeg|bel.p|bel.b|belopp|сумма)\b(?!.*\b(original|urspr.nglich|origin(al)?e|операции)\b)|^(tran[sz]akci. osszege|umsatz( in (eur|chf))?|cash flow|(transaktions|buchungs|umsatz)betrag|objem)$/u,
  ],
  [
    'amount',
    3,
    /^(net|neto|netto|liquid[oa]|cista|нетто|чиста|καθαρο|純額|净额|gross|brut[oa]|brutto)( (amount|total|sales))?$|^сумма( операции| платежа)?$/,
  ],
  ['amount', 2, /^((valor|value)( r)?|cantidad|pesos|total|mxn|usd|cad|aud|nzd)$/],
  ['amount', 2, /^total (aud|usd|cad|nzd|eur|gbp|mxn|inclusive\b.*)$/],
  ['amount', 1, /^(importe|monto|amount)\b/],
];

const SIGNS = /^\s*(\+\s*\/?\s*-|-\s*\/?\s*\+)\s*$/;
const SIGN_HEADING: readonly HeadingMatch[] = [{ role: 'direction', rank: 4 }];

/** Matches headings for the amount in the account's currency rather than the original amount. */
const IN_ACCOUNT_CURRENCY =
  /(moneda|divisa|currency|devise|валют[уеіа]|w.hrung|valuta|m.n.|walu(?:t[ay]|cie)) (de |of |du |del )?(la |the |el )?(cuenta|account|compte|сч[её]та|счета|картки|рахунку|conto|.{1,2}tu|rachunku)( [a-z]{3})?$|^(account currency|валюта счета)|\baccount currency (amount)?$|kontow.hrung$/u;
const CURRENCY_HEADING = /^(moneda|divisa|currency|devise|валюта|w.hrung|valuta|waluta|m.na|account currency$)/u;

/** Norwegian headings. `Ut fra konto` means debit and `Inn på konto` means credit. */
const TO_OR_FROM = /^(ut (fra|av)|inn p.) konto/;
const TEXT_ROLES = new Set<ColumnRole>(['description', 'details', 'reference', 'currency', 'category']);

/** Matches headings of service fees, which are not debit columns. */
const SERVICE = /^cargos? (por|de) (el )?servicios?$|^service charges?$/;

const memory = new Map<string, readonly HeadingMatch[]>();
const MAX_REMEMBERED = 5_000;

/**
 * Returns the possible roles of a heading in one of about thirty languages, most likely first. Ignores case and
 * accents.
 */
export function readHeading(cell: string): readonly HeadingMatch[] {
  if (cell.length > MAX_HEADING_LENGTH || cell === '') return [];
  const known = memory.get(cell);
  if (known) return known;
  const matches = SIGNS.test(cell) ? SIGN_HEADING : matchHeading(headingKey(cell));
  if (memory.size < MAX_REMEMBERED) memory.set(cell, matches);
  return matches;
}

/** Folds a heading. Repairs UTF-8 that was decoded as windows-1252. */
export function headingKey(cell: string): string {
  const repaired = /[ÃÂ]/.test(cell) ? repairedUtf8(cell) : cell;
  const spaced = repaired.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return foldText(spaced.replace(/(?<=\p{L})[^\p{L}\p{N}\s/|.,;:()&$#*_+-](?=\p{L})/gu, ''));
}

function repairedUtf8(text: string): string {
  const repaired = Buffer.from(text, 'latin1').toString('utf8');
  return repaired.includes('\ufffd') ? text.replace(/[ÃÂ]./g, '') : repaired;
}

function matchHeading(key: string): HeadingMatch[] {
  const words = key.split(' ');
  if (words.length > 8) return [];
  const date = dateRank(key, words);
  if (date !== null) return date > 0 ? [{ role: 'date', rank: date }] : [];
  const named = HEADINGS.filter(([, , pattern]) => pattern.test(key)).map(([role, rank]) => ({ role, rank }));
  if (IN_ACCOUNT_CURRENCY.test(key)) return [{ role: CURRENCY_HEADING.test(key) ? 'currency' : 'amount', rank: 6 }];
  const sole = named.find(({ role }) => role === 'balance' || role === 'details');
  if (sole) return [sole];
  if (words.some((word) => FOREIGN.test(word)) && !TO_OR_FROM.test(key) && !named.some(({ rank }) => rank >= 7))
    return [];
  const isNoSide = SERVICE.test(key) || named.some(({ role, rank }) => TEXT_ROLES.has(role) && rank >= 3);
  return [...(isNoSide ? [] : sideMatch(words)), ...named].sort((a, b) => b.rank - a.rank);
}

function sideMatch(words: readonly string[]): HeadingMatch[] {
  const { debit, credit } = sidesNamed(words.join(' '));
  if (debit && credit) return [{ role: 'sides', rank: 6 }];
  const plain = words.length === 1 ? 6 : 4;
  if (debit) return [{ role: 'debit', rank: plain }];
  return credit ? [{ role: 'credit', rank: plain }] : [];
}

export function matchedRoles(cells: readonly string[]): Set<ColumnRole> {
  const roles = new Set<ColumnRole>();
  for (const cell of cells) {
    const [match] = readHeading(cell.trim());
    if (match) roles.add(match.role);
  }
  return roles;
}
