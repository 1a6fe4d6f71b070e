import { foldText } from '../text/fold-text.js';

export type AmountFact =
  | 'opening'
  | 'closing'
  | 'laterBalance'
  | 'debtTotal'
  | 'charges'
  | 'credits'
  | 'chargesPart'
  | 'purchases'
  | 'payments'
  | 'interest'
  | 'fees'
  | 'avoidInterest'
  | 'minimumPayment';
export type CountFact = 'chargeCount' | 'creditCount' | 'rowCount';
export type DateFact = 'cutOff' | 'dueDate';

const BALANCE = /^(?:(?:tu|su|el|mi) )?(?:saldos?|balance|adeudo|deuda)\b|\bbalance\b|^(?:nuevo|total) saldo\b/;
/** Words of other kinds of balances, such as averages and available credit. */
const OTHER_BALANCE =
  /\b(?:promedio|minimo|disponible|liquidacion|liq|average|available|minimum|retenid[oa]|bloquead[oa]|inversion(?:es)?|apartados?|puntos|global|dispuesto|pendientes?|cargos|meses|regulares|diferidos|intereses|transfer)\b/;
const OPENING =
  /\b(?:anterior(?:es)?|inicial|previo|apertura|inicio|previous|opening|beginning|starting|initial|prior|brought forward)\b/;
const CLOSING = /\b(?:final|corte|cierre|nuevo|deudor|closing|ending|new|fin)\b/;
/**
 * Words of a balance that may include other products. It counts as the closing balance only if there is no other one.
 */
const LATER = /\b(?:actual|total|current)\b/;
/** Label of a balance on a day, as in `saldo al 30 de noviembre de 2026`. */
const ON_A_DAY = /^(?:saldo|balance)(?: total)? (?:al|as of|on|at)(?: dia)? \d/;

const CHARGE = new Set(
  'retiro retiros cargo cargos debito debitos egreso egresos salida salidas withdrawal withdrawals debit debits charge charges compras disposiciones purchases gastos'.split(
    ' ',
  ),
);
const CREDIT = new Set(
  'deposito depositos abono abonos credito creditos ingreso ingresos entrada entradas deposit deposits credit credits pagos payments bonificaciones devoluciones'.split(
    ' ',
  ),
);
/** Words for the kinds of charges in the standardized Mexican card statement. */
const UNIFORM = new Set(['regulares', 'meses']);
/** Words for one kind of charges or credits. It may be the only kind. */
const PART = new Set('compras disposiciones purchases pagos payments bonificaciones devoluciones'.split(' '));
const FILL = new Set(
  (
    'total totales suma sumas importe importes monto montos de del los las el la lo y e o en por mis tu tus su sus ' +
    'periodo mes no a meses regulares capital diferidos mas menos sin intereses efectuados realizados ' +
    'recibidos the of this period and other all amount sum mxn mn m n pesos moneda nacional'
  ).split(' '),
);
const COUNTING = new Set(
  'numero num no cantidad movimientos movimiento movs operaciones transacciones number count transactions'.split(' '),
);
const TOTAL =
  /^(?:total(?:es)?|sumas?|gran total|totals?)(?: general(?:es)?| del? (?:periodo|mes|movimientos)| movimientos)?$/;

/** Words of a total of one page. */
export const PAGE = /\b(?:pagina|hoja|page)\b/;

export function isTotalLabel(label: string): boolean {
  return TOTAL.test(foldText(label));
}

/** Returns the fact that the label of an amount names, such as `closing` for `Saldo final`; null for other labels. */
export function amountFact(label: string): AmountFact | null {
  const text = foldText(label).replace(/ (?:mxn|mn|m n|pesos|moneda nacional)$/, '');
  const words = text.split(' ');
  if (text === '' || words.length > 12 || PAGE.test(text)) return null;
  if (/\bno generar intereses\b|\bavoid interest\b|\binterest free\b/.test(text)) return 'avoidInterest';
  if (/^(?:pago minimo(?: requerido)?|minimum payment(?: due)?|minimum amount due)$/.test(text))
    return 'minimumPayment';
  if (/\bpago minimo\b|\bminimum\b/.test(text)) return null;
  if (/^saldo deudor total\b/.test(text)) return 'debtTotal';
  if (BALANCE.test(text) && words.length <= 10) {
    if (OTHER_BALANCE.test(text)) return null;
    if (OPENING.test(text)) return 'opening';
    if (CLOSING.test(text) || ON_A_DAY.test(text)) return 'closing';
    return LATER.test(text) ? 'laterBalance' : null;
  }
  const bare = words.filter((word) => !/^\d+$/.test(word));
  const isCharge = bare.some((word) => CHARGE.has(word));
  const isCredit = bare.some((word) => CREDIT.has(word));
  const isKnown = bare.every((word) => CHARGE.has(word) || CREDIT.has(word) || FILL.has(word));
  if (isKnown && isCharge !== isCredit) {
    if (isCharge && bare.some((word) => UNIFORM.has(word))) return 'chargesPart';
    const isPart = bare.some((word) => PART.has(word)) && !bare.includes('total') && !bare.includes('abonos');
    return isCharge ? (isPart ? 'purchases' : 'charges') : isPart ? 'payments' : 'credits';
  }
  if (words.length > 7 || /\b(?:tasa|promedio|anual|rate)\b/.test(text)) return null;
  if (
    /^(?:(?:total|monto|importe|mas|suma) )?(?:de )?(?:intereses?|rendimientos?|interest)\b(?!.*\b(?:iva|comisiones)\b)/.test(
      text,
    )
  )
    return 'interest';
  return /^(?:(?:total|monto|importe|mas|menos|suma) )?(?:de )?(?:comision(?:es)?|iva|isr|impuestos?|fees)\b/.test(text)
    ? 'fees'
    : null;
}

/** Returns the count that a label names, such as `creditCount` for `Número de depósitos`; null for other labels. */
export function countFact(label: string): CountFact | null {
  const words = foldText(label)
    .split(' ')
    .filter((word) => !/^\d+$/.test(word));
  const isCharge = words.some((word) => CHARGE.has(word));
  const isCredit = words.some((word) => CREDIT.has(word));
  const isKnown = words.every((word) => CHARGE.has(word) || CREDIT.has(word) || FILL.has(word) || COUNTING.has(word));
  if (words.length > 9 || !isKnown || (isCharge && isCredit)) return null;
  if (isCharge || isCredit) return isCharge ? 'chargeCount' : 'creditCount';
  const isCounted = words.some((word) => /^(?:mov\w*|operaciones|transacciones|transactions)$/.test(word));
  return isCounted && words.some((word) => /^(?:total|numero|num|cantidad|number|count)$/.test(word))
    ? 'rowCount'
    : null;
}

/** True if the label itself says that its value is a count. */
export function isCountLabel(label: string): boolean {
  const text = foldText(label);
  // Elsewhere, `no` is a negation, as in `Cargos regulares (no a meses)`.
  if (/^nos? de /.test(text)) return true;
  return text.split(' ').some((word) => COUNTING.has(word) && word !== 'no');
}

export function dateFact(label: string): DateFact | null {
  const text = foldText(label);
  if (/\blimite (?:de|para) (?:el )?pago\b|\bpagar antes\b|\bdue date\b|^payment due\b/.test(text)) return 'dueDate';
  return /\bfecha (?:de )?(?:tu )?corte\b|\bcut ?off\b|\bclosing date\b|\bstatement date\b|^corte$/.test(text)
    ? 'cutOff'
    : null;
}

/** True for words that only the statement of a credit card has. */
export function isCardText(folded: string): boolean {
  return /\bno generar intereses\b|\bpago minimo\b|\blimite de credito\b|\blimite (?:de|para) pago\b|\bcredit limit\b|\bminimum payment\b/.test(
    folded,
  );
}
