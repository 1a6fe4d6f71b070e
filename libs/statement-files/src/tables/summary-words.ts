import { foldText } from '../text/fold-text.js';

const BEGINNING =
  /^[^\p{L}]*(gran|sub|tota|suma|s a l d o|sald|balance|opening|closing|beginning|ending|previous|starting|initial|final|nuevo|new|current|anfangs|end|solde|begin|likutis|nyit|zár|zar|pocat|počát|konečn|konecn|ing|utg|alter|neuer|summ|totaal|turnover|apyvarta|obroty|forgalom|вход|исход|начальн|конечн|остаток|итого)/iu;

const OPENING =
  /^(saldo|balance) (inicial|anterior|previo|de apertura|al inicio)\b|^(opening|previous|beginning|starting|initial) balance\b|^(saldo (iniziale|poczatkowe|precedente)|solde (initial|precedent|anterieur|d ouverture)|anfangssaldo|alter (kontostand|saldo)|beginsaldo|likutis pradziai|nyito egyenleg|pocatecni zustatek|ingaende (saldo|balans)|(входящии|начальныи) (остаток|баланс))(?!\p{L})/u;
const CLOSING =
  /^(saldo|balance) (final|actual|al corte|al cierre|al|de cierre|nuevo)\b|^nuevo saldo\b|^(closing|ending|final|new|current) balance\b|^(saldo (finale|koncowe)|solde (final|de cloture|nouveau)|nouveau solde|endsaldo|neuer (kontostand|saldo)|eindsaldo|likutis pabaigai|zaro egyenleg|konecny zustatek|utgaende (saldo|balans)|(исходящии|конечныи) (остаток|баланс))(?!\p{L})/u;
const PERIOD = /( (del?|al|en el|of the|at))*( (periodo|mes|dia|ano|corte|cuenta|estado|period|month))?$/;
const TOTAL =
  /^(gran |grand |sub ?)?(total(es?|i)?|totals?|sumas?|totaal|summen?|somme|turnover|apyvarta|obroty|forgalom|итого)(?!\p{L})/u;

/** The words of which the name of a total is made; one more word, and it is somebody's name: TOTAL PLAY. */
const TOTAL_WORDS = new Set(
  (
    'gran grand sub subtotal total totales totals suma sumas general generales de del la las el los en por y a al ' +
    'cargo cargos abono abonos deposito depositos retiro retiros debito debitos credito creditos debe haber ' +
    'movimiento movimientos operacion operaciones importe importes monto montos saldo saldos periodo mes dia ' +
    'ingreso ingresos egreso egresos gasto gastos compras pagos comisiones intereses registros transacciones cuenta ' +
    'turnover apyvarta totaal summe summen somme obroty forgalom итого totale totali movimenti movimento addebiti ' +
    'accrediti mouvements der und buchungen umsatze ' +
    'of the debits credits deposits withdrawals charges payments amount balance period transactions'
  ).split(' '),
);
const LOOSE_WORDS =
  /^(\d+|mxn|usd|mn|m|n|pesos|moneda|nacional|ene\w*|feb\w*|mar\w*|abr\w*|may\w*|jun\w*|jul\w*|ago\w*|sep\w*|oct\w*|nov\w*|dic\w*)$/;

/**
 * Why a line with this label is no movement: `total`, `opening-balance`, `closing-balance` or `balance`; null when the
 * label names none of these.
 *
 * The fuller the line, the stricter: with a date and an amount the label must be a total's name and nothing more, for
 * `TOTAL PLAY` and `Saldo insuficiente` are movements.
 * @param line whether the line has a date and an amount, and whether its label stands where descriptions do
 */
export function summaryReason(
  label: string,
  line: { readonly dated: boolean; readonly paid: boolean; readonly described: boolean },
): string | null {
  if (!BEGINNING.test(label) || label.length > 200) return null;
  const text = foldText(label);
  const whole = line.dated && line.paid;
  const opening = OPENING.exec(text);
  if (opening && (!whole || PERIOD.exec(text)?.index === opening[0].length)) return 'opening-balance';
  const closing = CLOSING.exec(text);
  if (closing && (!whole || PERIOD.exec(text)?.index === closing[0].length)) return 'closing-balance';
  if (/^(s a l d o|saldos?|saldo (do|del) dia|saldo diario)$/.test(text)) return 'balance';
  if (/^(saldos?|balance)\b/.test(text)) return !line.dated && !(line.paid && line.described) ? 'balance' : null;
  return TOTAL.test(text) && isTotal(text, line) ? 'total' : null;
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
