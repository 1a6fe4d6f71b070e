import { foldText } from '../text/fold-text.js';

/** Prefixes of summary names, for a fast check of the first word. */
const BEGINNING =
  /^[^\p{L}]*(gran|sub|avail|disp|verf|beschik|dost|ledger|book|apertura|cierre|current|start|prior|tota|gesamt|razem|suma|s a l d o|sald|balan|brought|carried|opening|closing|beginning|ending|previous|starting|initial|final|nuevo|new|current|anfangs|end|eind|vorig|nieuw|konto|über|uber|solde|ancien|nouveau|report|riport|begin|likutis|nyit|zár|zar|pocat|počát|konečn|konecn|ing|utg|alter|neuer|summ|som|totaal|turnover|apyvarta|obroty|forgalom|вход|исход|начальн|конечн|остаток|итого|всего|alg|lõpp|lopp|käi|kai|sāk|sak|beig|apg|alku|loppu|primo|ultimo|inng|rula|devr|devir|aç|ac|kapan|önc|onc|zavr|zavr|novo|preth|zač|zac|konč|konc|prejš|prejs|υπόλ|υπολ|προη|νέο|νεο|σύνο|συνο|нач|край|вхід|вих|залиш|салдо|разом|繰|前|次|期|上期|承|合計|合计|小計|yhte|toplam|celk|ukup|skup|kokku|kopā|kopa|opening|b\/f|c\/f)/iu;

const OPENING =
  /^(saldo|balance) (inicial|anterior|previo|de apertura|al inicio|(del? )?(periodo|mes|corte) anterior|(a favor|en contra) anterior|transportado|de arrastre)\b|^(opening|previous|beginning|starting|initial) balance\b|^(balance )?(brought|carried) (forward|down)\b|^(saldo (iniziale|poczatkowe|precedente|z przeniesienia|vortrag)|solde (initial|precedent|anterieur|d ouverture)|ancien solde|report a nouveau|riporto|anfangssaldo|saldovortrag|ubertrag|alter (kontostand|saldo)|beginsaldo|vorig saldo|likutis pradziai|nyito egyenleg|pocatecni zustatek|ingaende (saldo|balans)|balans fran foregaende|algsaldo|sakuma atlikums|alkusaldo|primosaldo|saldo primo|inng.ende saldo|sold (initial|anterior|precedent)|devreden bakiye|devir|(acilis|onceki) bakiye(si)?|(pocetno|prethodno|zacetno|prejsnje) stanje|pocatecni stav|(προηγουμενο υπολοιπο|υπολοιπο εκ μεταφορας)|начално салдо|(вхіднии|початковии) залишок|(前期|前月|前頁)?繰越(残高)?|前期残高|期初余额|上期余额|承前页|остаток на начало|(входящии|начальныи) (остаток|баланс))(?!\p{L})/u;
const CLOSING =
  /^(saldo|balance) (final|actual|al corte|al cierre|al|de cierre|nuevo|disponible)\b|^nuevo saldo\b|^(closing|ending|final|new|current|available) balance\b|^(saldo (finale|koncowe|contabile|disponibile)|solde (final|de cloture|nouveau|crediteur|debiteur)|nouveau solde|endsaldo|(neuer )?kontostand|neuer saldo|eindsaldo|nieuw saldo|likutis pabaigai|zaro egyenleg|konecny zustatek|utgaende (saldo|balans)|lopp?saldo|beigu atlikums|loppusaldo|ultimosaldo|saldo ultimo|utg.ende saldo|sold final|(kapanis|son) bakiye(si)?|(zavrsno|novo|koncno) stanje|konecny stav|νεο υπολοιπο|краино салдо|(вихіднии|кінцевии) залишок|次期繰越|期末余额|остаток на конец|(исходящии|конечныи) (остаток|баланс))(?!\p{L})/u;
/** Matches the balance on a day, as in `Saldo per 28-02-2026`, `Solde au 28/02/2026` and `Balance as of 02/28/2026`. */
const OF_A_DAY =
  /^(saldo|solde|balance|balans|stand|остаток)(?= (al?|au|per|na|am|zum|as (of|at)|on|at|em|il|op|pr|на) \d)/u;
/** Words after the name of a balance that state its period, day or currency. */
const REST =
  /^( (del?|al?|en|el|la|le|of|the|at|as|on|au|du|il|em|do|da|am|vom|zum|per|pr|na|op|den|der|dem|van|fran|periodo|periodu|periode|mes|dia|ano|corte|cuenta|estado|period|month|konta|period[ae]n?|zeitraum|anterior|периода|года|г|mxn|usd|eur|mn|\d{1,4}|(ene|feb|mar|abr|apr|may|mai|maj|mag|jun|jul|ago|aug|sep|set|oct|okt|out|nov|dic|dec|dez|jan|fev|avr|aou|gen|giu|lug|ott)\p{L}{0,7}))*$/u;
const TOTAL =
  /^(gran |grand |sub ?)?(total(es?|i|t)?|totals?|sumas?|summa|som|totaal|gesamt(betrag|summe)?|summen?|somme|razem|turnover|apyvarta|obroty|forgalom|итого|всего|разом|kaive|apgrozijums|rulaj|yhteensa|toplam|celkem|spolu|ukupno|skupaj|kokku|kopa|συνολο|合計|合计|小計)(?!\p{L})/u;

/** Matches words for turnover. They are not names of shops. */
const TURNOVER = /^(turnover|apyvarta|obroty|forgalom|kaive|apgrozijums|rulaj)(?!\p{L})/u;

/** Words in the name of a total. With any other word, it is the name of a company, such as TOTAL PLAY. */
const TOTAL_WORDS = new Set(
  (
    'gran grand sub subtotal total totales totals suma sumas general generales de del la las el los en por y a al ' +
    'pagina hoja page ' +
    'cargo cargos abono abonos deposito depositos retiro retiros debito debitos credito creditos debe haber ' +
    'movimiento movimientos operacion operaciones importe importes monto montos saldo saldos periodo mes dia ' +
    'ingreso ingresos egreso egresos gasto gastos compras pagos comisiones intereses registros transacciones cuenta ' +
    'totalt gesamt gesamtbetrag gesamtsumme razem summa som operacji operations des af bij всего ' +
    'разом kaive apgrozijums rulaj yhteensa toplam celkem spolu ukupno skupaj kokku kopa συνολο 合計 合计 小計 ' +
    'turnover apyvarta totaal summe summen somme obroty forgalom итого totale totali movimenti movimento addebiti ' +
    'accrediti mouvements der und buchungen umsatze ' +
    'of the debits credits deposits withdrawals charges payments amount balance period transactions'
  ).split(' '),
);
const LOOSE_WORDS =
  /^(\d+|mxn|usd|mn|m|n|pesos|moneda|nacional|ene\w*|feb\w*|mar\w*|abr\w*|may\w*|jun\w*|jul\w*|ago\w*|sep\w*|oct\w*|nov\w*|dic\w*)$/;

export interface SummaryName {
  readonly reason: string;
  /** True if the label is only the name of a total, or only `Saldo`, which may also be a shop. */
  readonly isBare: boolean;
}

/**
 * Returns the kind of summary that a label names, or null. If the line has a date and an amount, the label must contain
 * no other words: `TOTAL PLAY` and `Saldo insuficiente` are transactions.
 */
export function summaryName(
  label: string,
  line: { readonly dated: boolean; readonly paid: boolean; readonly described: boolean },
): SummaryName | null {
  if (!BEGINNING.test(label) || label.length > 200) return null;
  const text = foldText(label);
  const whole = line.dated && line.paid;
  const isNamed = (name: RegExpExecArray | null) => name !== null && (!whole || REST.test(text.slice(name[0].length)));
  const of = (reason: string, isBare = false): SummaryName => ({ reason, isBare });
  if (isNamed(OPENING.exec(text))) return of('opening-balance');
  if (isNamed(CLOSING.exec(text))) return of('closing-balance');
  if (isNamed(OF_A_DAY.exec(text))) return of('balance');
  const side = balanceSide(text);
  if (side !== null) return of(side);
  if (/^(saldos?|balances?|solde)$/.test(text)) return of('balance', true);
  if (/^(s a l d o|saldo (do|del) dia|saldo diario)$/.test(text)) return of('balance');
  if (/^(saldos?|balance)\b/.test(text)) return !line.dated && !(line.paid && line.described) ? of('balance') : null;
  return TOTAL.test(text) && isTotal(text, line) ? of('total', !TURNOVER.test(text)) : null;
}

const BALANCE =
  /^(saldos?|balances?|balans|soldes?|sold|kontostand|egyenleg|z.statek|stanje|likutis|bakiye(si)?|остаток|баланс|залишок)$/u;
const FIRST =
  /^(initial|inicial|inicio|iniziale|initiaux|opening|beginning|starting|start|previous|previo|prior|anterior|anterieur|precedent[ei]?|apertura|abertura|anfangs?|begin|vorige?r?|poczatkow[ey]|pocatecni|nyito|ingaende|brought|carried|forward|начальныи|входящии)$/u;
const LAST =
  /^(final|finale|finaux|closing|ending|end|current|actual|atual|attuale|nuevo|new|nouveau|cierre|corte|cloture|fechamento|chiusura|available|disponible|disponibles|disponivel|disponibile|verfugbare[rs]?|beschikbaar|dostepn[ey]|dispo|zaro|utgaende|konecny|koncow[ey]|конечныи|исходящии|доступныи)$/u;
const BESIDE_BALANCE =
  /^(ledger|book|booked|account|cuenta|conta|conto|compte|konto|contable|contabile|comptable|dinero|money|wallet|cartera|billetera|payout|payouts|withdrawal|retiro|before|after|antes|despues|liberado|released|total|amount|y|and|e|et|und)$/u;

/**
 * Returns `opening-balance` or `closing-balance` for a name such as `initial_available_balance` or `Saldo disponible al
 * inicio`, in any order of words. Returns null for other text.
 */
function balanceSide(text: string): string | null {
  const words = text.split(' ');
  const isOf = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (words.length > 8 || !isOf(BALANCE)) return null;
  const isKnown = (word: string) => [BALANCE, FIRST, LAST, BESIDE_BALANCE].some((pattern) => pattern.test(word));
  if (!words.every((word) => isKnown(word) || REST.test(` ${word}`))) return null;
  return isOf(FIRST) ? 'opening-balance' : isOf(LAST) ? 'closing-balance' : null;
}

function isTotal(
  text: string,
  { dated, paid, described }: { dated: boolean; paid: boolean; described: boolean },
): boolean {
  const words = text.split(' ');
  if (words.every((word) => TOTAL_WORDS.has(word))) return true;
  if (dated) return false;
  return words.every((word) => TOTAL_WORDS.has(word) || LOOSE_WORDS.test(word)) || !(paid && described);
}
