import { foldText } from '../text/fold-text.js';
import { BOOKING_DAY, DATE } from './date-headings.js';
import { FOREIGN, headingKey, MAX_HEADING_LENGTH, readHeading } from './header-words.js';

/** True for a heading of a statement column, even if no field uses the column. */
export function isKnownHeading(cell: string): boolean {
  const heading = cell.trim();
  if (heading === '' || heading.length > MAX_HEADING_LENGTH) return heading !== '';
  return (
    readHeading(heading).length > 0 ||
    isStateHeading(heading) ||
    ABROAD.test(foldText(heading)) ||
    foldText(heading)
      .split(' ')
      .some((word) => FOREIGN.test(word))
  );
}

/** Words for the original amount in another currency. */
const ABROAD =
  /(?:^| )(?:original|foreign|local|origen|extranjer[ao]|origin(?:e|al)|oorspr|urspr.nglich\p{L}*|oryginaln\p{L})(?: |$)/u;

const STATE =
  /^((transaction|payment|order|booking|transfer) )?(estado|estatus|status|state|statut|etat|stato|situa..o|stan|stav|stare|tila|durum|resultado|.llapot|статус|состояние|стан|κατασταση|estat|b.sena|状態|ステータス|contabilizzazione|(交易|当前)?状态)( (de (la |el )?|del |della |der )?(operaci.?n|movimiento|transacci.?n|pago|transaction|payment|operazione|transakcji|tranzac.iei|операции))?$/u;

export function isStateHeading(cell: string): boolean {
  return cell.length <= MAX_HEADING_LENGTH && (STATE.test(headingKey(cell)) || /^state ?type$/i.test(cell));
}

/** Returns the state that a yes/no heading asks about, such as `Cleared`; null for other headings. */
export function stateAsked(cell: string): 'booked' | 'cleared' | 'pending' | null {
  const key = headingKey(cell.slice(0, MAX_HEADING_LENGTH)).replace(/^is /, '');
  if (/^(booked|posted|settled|completed|contabilizad[oa]|aplicad[oa]|liquidad[oa]|applied|gebucht)$/.test(key))
    return 'booked';
  if (/^(cleared|reconciled)$/.test(key)) return 'cleared';
  return /^(pending|pendiente|vorgemerkt)$/.test(key) ? 'pending' : null;
}

/** True for a heading of booking dates. Pending transactions have no booking date. */
export function isBookingDayHeading(cell: string): boolean {
  const key = headingKey(cell.slice(0, MAX_HEADING_LENGTH));
  const words = key.split(' ');
  const isBooked = words.some((word) => BOOKED.test(word)) && words.some((word) => DATE.test(word));
  return isBooked || BOOKING_DAY.test(key);
}

const FEE =
  /^((service|processing|transaction|fx|bank|atm) )?(fees?|charges|service charges?|comisi.?n(es)?|comision(es)?|cargos? (por|de) (el )?servicios?|iva|taxas?|geb.{1,2}hr(en)?|entgelt|commission[ei]?s?|frais|prowizja|tarifa|tariffa|комиссия|комісія|комісіі|poplat(?:ek|ky)|gebyr|avgift|palkkio|kosten|naknada|biaya|mokestis|komisyon|d.j|προμηθεια|手数料|手续费)( (amount|total))?$/u;

export function isFeeHeading(cell: string): boolean {
  return cell.length <= MAX_HEADING_LENGTH && FEE.test(headingKey(cell));
}

const INSTALMENT =
  /(?:^| )(del mes|mensual(idad)?|de la mensualidad|parcialidad|cuota|parcela|mensilita|installment|instalment|monthly|monatsrate|mensualite)(?: |$)/u;

export function isInstalmentHeading(cell: string): boolean {
  return cell.length <= MAX_HEADING_LENGTH && INSTALMENT.test(headingKey(cell));
}

export function isNetHeading(cell: string): boolean {
  return /(?:^| )(net[oa]?|netto|liquid[oa]|cista|нетто|чиста|καθαρο|純額|净额)(?: |$)/u.test(
    headingKey(cell.slice(0, MAX_HEADING_LENGTH)),
  );
}

const BOOKED =
  /^(contable|registro|posted|posting|booking|completed|booked|processed|ksi.gowania|contabile|registrazione|comptabilisation|comptable|konyvel.s|обработки|проводки)$/;
