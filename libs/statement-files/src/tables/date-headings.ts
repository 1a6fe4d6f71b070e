/** Folded words for an operation. A dot matches an accented vowel that is missing or garbled. */
const OPERATION =
  /^(operaci.?n|operacio|oper|op|mov|movimiento|movto|transacci.?n|trans|transaction|compra|consumo|purchase|operation|operacji|operazione|transakcji|tran[sz]akci.|transaktions?|umsatz|kauf|transactie|transa..o|movimento|lan.amento|achat|операции|транзакции)$/;
export const DATE =
  /^(fecha|fechas|fec|fch|date|datetime|timestamp|datum|data|dato|d.tuma?|дата|idopontja|(islem )?tarihi?( saat)?|kuupaev|datums|p.iv.ys|kirjausp.iv.|arvop.iv.|maksup.iv.|dags|ημερομηνια|ημ νια|日付|年月日|取引日|利用日|交易日期|交易时间|交易日|记账日期|날짜|거래일시|거래일자|תאריך|التاريخ|tanggal|umsatzdatum|kaufdatum|belegdatum|transaktionsdatum|transaktionsdag|\p{L}{3,}datum)$/u;
export const BOOKING_DAY =
  /^(buchungstag|buchungsdatum|buchung|boekdatum|boekingsdatum|bokf.rings(dag|datum)|bogf.rings(dag|dato)|bokf.rt|bogf.rt)$/;
const VALUE_DAY = /^(wertstellung|wertstellungs?(tag|datum)|valuta(datum|dag|dato)|rente(datum|dato)|.rt.knap)$/u;
const LATER_DATE =
  /^(valor|value|finalizaci.?n|conclus.o|completamento|abschlusses|zrealizowania|aplicaci.?n|liquidaci.?n|contable|registro|posteo|post|posted|posting|booking|completed|cargo|corte|liberaci.?n|settlement|efectiva|booked|processed|cleared|ksi.gowania|contabile|registrazione|comptabilisation|comptable|balancete|boeking|konyvel.s|waluty|valuta|valeur|обработки|проводки)$/;
const OPERATION_DAY = /^(umsatzdatum|kaufdatum|belegdatum|transaktionsdatum|transaktionsdag)$/;
/** Words that may be next to `date` without changing its meaning. */
const PLAIN_BESIDE =
  /^(dia|day|de|del|la|el|da|do|of|the|y|and|e|und|et|hora|time|hour|uhrzeit|local|utc|gmt|[dmyahf]{1,2}|yyyy|aaaa|\d+)$/;
const OTHER_DATE =
  /^(l.?mite|vencimiento|nacimiento|inicial|final|inicio|fin|pago|due|pr.?xim[oa]|consulta|impresi.?n|emisi.?n)$/;

/**
 * Returns the rank of a date heading; null if it does not name a date. Operation dates are first, then plain dates,
 * then qualified dates (approval, release), and then booking and value dates.
 */
export function dateRank(key: string, words: readonly string[]): number | null {
  const abbreviated = /^f (\w+)/.exec(key)?.[1];
  if (VALUE_DAY.test(key)) return 0.5;
  if (BOOKING_DAY.test(key)) return 1;
  const isDate = words.some((word) => DATE.test(word)) || key === 'dia' || key === 'day';
  if (!isDate && !(abbreviated && (OPERATION.test(abbreviated) || LATER_DATE.test(abbreviated)))) return null;
  if (/ (inicio|in.cio|inizio)$/.test(key)) return 1.5;
  if (words.some((word) => OTHER_DATE.test(word))) return 0;
  if (words.some((word) => LATER_DATE.test(word))) return 1;
  if (/^started/.test(key) || OPERATION_DAY.test(key)) return 3;
  const beside = words.filter((word) => !isPlainDate(word) && !PLAIN_BESIDE.test(word));
  if (beside.length === 0) return 2.5;
  return beside.every((word) => OPERATION.test(word)) ? 3 : 2;
}

function isPlainDate(word: string): boolean {
  return DATE.test(word) && !/\p{L}{3}datum$/u.test(word);
}
