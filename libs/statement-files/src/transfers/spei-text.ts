import { formatAmount, formatRate, isAmount, isCurrency, isRate, parseAmount, parseRate } from '@app/kernel/pure';
import { isClabe, participant, participantNamed } from './clabe.js';
import { foldText } from '../text/fold-text.js';

export interface RowDetails {
  readonly counterparty: string | null;
  /**
   * Clave de rastreo of a SPEI transfer; null if not stated. The statements of the sender and the recipient have the
   * same key.
   */
  readonly trackingKey: string | null;
  readonly reference: string | null;
  /** CLABE of the other account, with a valid check digit; null if not stated. */
  readonly clabe: string | null;
  readonly bank: string | null;
  readonly rfc: string | null;
  /** Amount of a charge in another currency, with two decimals; null if the charge was in the account's currency. */
  readonly foreignAmount: string | null;
  readonly foreignCurrency: string | null;
  /** Exchange rate of a charge in another currency, with eight decimals; null if not stated. */
  readonly foreignRate: string | null;
  readonly cardLastFour: string | null;
}

export interface RowTexts {
  readonly description: string | null;
  readonly notes: string | null;
  readonly reference: string | null;
  readonly labelled?: Partial<Pick<RowDetails, 'counterparty' | 'trackingKey' | 'clabe' | 'bank' | 'rfc'>>;
}

/** Maximum number of characters to search. Texts of banks are shorter. */
const MAX_TEXT_LENGTH = 2_500;
const MAX_NAME_LENGTH = 60;

const KEY_LABELLED =
  /\b(?:(?:CLAVE|CVE)[ .]{0,2}(?:DE )?RAST(?:REO)?|RASTREO)\b[ .:#]{0,4}([A-Z0-9][A-Z0-9-]{5,29})\b/gi;
const KEY_BARE = /\b((?:MBAN|BNET|BMRCASH|BB)\d{12,26})\b/i;
const REFERENCE = /\bREF(?:ERENCIA)?\b[ .:#]{0,4}(?:N[UÚ]M(?:[EÉ]RICA)?\b[ .:#]{0,4})?(\d{4,20})\b/i;
const CLABE_LABELLED = /\b(?:CLABE|CUENTA|CTA)\b[^\d]{0,24}(\d{18})(?!\d)/gi;
const EIGHTEEN_DIGITS = /(?<!\d)\d{18}(?!\d)/g;
const BANK_CODE = /\bBCO\b[ .:]{0,3}(?:0|40)?(\d{3})\b/i;
const RFC = /\bR\.?F\.?C\b\.?(?: [A-Z]{1,14}(?=[ :]))?[ :]{0,3}([A-ZÑ&]{3,4}[- ]?\d{6}[- ]?[A-Z0-9]{3})\b/i;
const NAME_LABEL =
  /\b(?:BENEF(?:ICIARIO)?(?:\s?:|\.?(?= [A-ZÑ]))|(?:DEL|AL) CLIENTE\b|ORDENANTE\s?:|DESTINATARIO\s?:|(?<!RFC )EMISOR\s?:)[ :]{0,3}/gi;
const NAME_ENDS =
  /[(|,;:\n]|\b(?:DE LA (?:CLABE|CUENTA)|A LA (?:CLABE|CUENTA)|CON RFC|CLAVE|CVE|RASTREO|RFC|REF|REFERENCIA|CONCEPTO|CTA|CUENTA|CLABE|IVA|HORA|HR|BCO|DATO NO)\b|\.\s?(?=[A-Z]*\d)|\s\d/i;
const NO_NAME = /^(?:N\.?[AD]\.?|NO INGRES\w*|SIN NOMBRE|NULL)$/i;
const BANREGIO = /\bSPEI\. {0,2}([^.]{2,40})\. {0,2}(\d{10,18})\. {0,2}([^.]{2,60})\. {0,2}([A-Z0-9]{10,30})\b/i;
const BBVA = /\bSPEI (?:ENVIADO|RECIBIDO) ?([A-Z][A-Z0-9 ]{1,24}?) {0,12}\/? {0,2}(\d{10}) {1,3}(\d{3})\b/i;
const SPEI_BANK =
  /\b(?:SPEI (?:ENVIADO|RECIBIDO)(?: DE| A)?\b|RECIBIDO DE|ENVIADO A|INSTITUCI[OÓ]N (?:RECEPTORA|EMISORA|DESTINO))\b/i;
const PARTY = /\b(?:RECIBID[OA] DE|ENVIAD[OA] A)\b[ :]{0,3}/i;
const GLUED_BANK = /\bSPEI RECIBIDO(?=[A-Z]{3})/i;
const FOREIGN_AFTER =
  /(?<![\d.,])(\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?|\d{1,10}(?:\.\d{1,2})?) ?([A-Z]{3}) {0,2}\/? ?T\.?C\b[ .:$]{0,3}(\d{1,6}(?:\.\d{1,8})?)(?![\d.])/i;
const FOREIGN_BEFORE = /\b([A-Z]{3}) {1,2}(\d{1,10}(?:\.\d{1,2})?) ?TC ?(\d{1,6}(?:\.\d{1,8})?)(?![\d.])/i;
const CARD =
  /(?:\*{2,12}|\bX{4,12}|\b(?:TERMINACI[OÓ]N|TARJETA|TDC|TDD)\b(?: (?:NO|EN|NUM)\b)?[ .:*#]{1,6})(\d{4})(?!\d|[/-]\d)/i;
const CARD_NUMBER = /\b(?:TARJETA|CUENTA|TDC|TDD)\b[ .:#]{0,4}\d{12}(\d{4})(?!\d)/i;
const IS_TRANSFER = /\bSPEI|\bTRANSF|\bTRASP|\bTEF\b/i;

/**
 * Parses the texts that Mexican banks write for SPEI transfers and foreign charges. `SPEI ENVIADO BANORTE 0054907843
 * 072 … CVE RASTREO: MBAN01…` has a reference, a bank and a tracking key. Does not guess: a CLABE must have a valid
 * check digit. Runs in linear time.
 * @returns null if the texts have no such details
 */
export function rowDetails({ description, notes, reference, labelled = {} }: RowTexts): RowDetails | null {
  const text = [description, notes === description ? null : notes]
    .filter((each) => each !== null)
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
  const trackingKey = keyIn(labelled.trackingKey ?? '') ?? trackingKeyOf(text);
  const account = labelledClabe(labelled.clabe) ?? clabeOf(text, trackingKey);
  const details = {
    counterparty: nameIn(labelled.counterparty ?? '') ?? counterpartyOf(text, account),
    trackingKey,
    clabe: account,
    bank: (account && participant(account.slice(0, 3))) ?? bankOf(text) ?? bankNamed(labelled.bank),
    rfc: rfcIn(labelled.rfc ?? '') ?? rfcIn(RFC.exec(text)?.[1] ?? ''),
    ...foreignOf(text),
    cardLastFour: (CARD.exec(text) ?? CARD_NUMBER.exec(text))?.[1] ?? null,
  };
  const stated = BBVA.exec(text)?.[2] ?? REFERENCE.exec(text)?.[1] ?? null;
  if (stated === null && Object.values(details).every((each) => each === null)) return null;
  return { ...details, reference: stated ?? shortReference(reference) };
}

function trackingKeyOf(text: string): string | null {
  for (const [, key] of text.matchAll(KEY_LABELLED)) {
    const read = keyIn(key!);
    if (read !== null) return read;
  }
  return keyIn(KEY_BARE.exec(text)?.[1] ?? BANREGIO.exec(text)?.[4] ?? '');
}

/**
 * Normalizes a tracking key, so that both statements of a transfer have the same one. Returns null unless the key has 6
 * to 30 characters and a digit.
 */
function keyIn(cell: string): string | null {
  const key = cell.trim().toUpperCase();
  return /^[A-Z0-9][A-Z0-9-]{5,29}$/.test(key) && /\d/.test(key) ? key : null;
}

function clabeOf(text: string, trackingKey: string | null): string | null {
  for (const [, digits] of text.matchAll(CLABE_LABELLED)) if (isClabe(digits!)) return digits!;
  // One number in ten has a valid check digit by chance, so a number without a label must also start with a bank code.
  for (const [digits] of text.matchAll(EIGHTEEN_DIGITS)) {
    if (isClabe(digits) && digits !== trackingKey && participant(digits.slice(0, 3)) !== null) return digits;
  }
  return null;
}

function labelledClabe(cell: string | null | undefined): string | null {
  const digits = (cell ?? '').replace(/[^\d]/g, '');
  return isClabe(digits) ? digits : null;
}

function bankOf(text: string): string | null {
  const code = BANK_CODE.exec(text)?.[1] ?? BBVA.exec(text)?.[3];
  const byCode = code === undefined ? null : participant(code);
  if (byCode !== null) return byCode;
  const named = GLUED_BANK.exec(text) ?? SPEI_BANK.exec(text);
  return named && bankNamed(text.slice(named.index + named[0].length, named.index + named[0].length + MAX_NAME_LENGTH));
}

function bankNamed(text: string | null | undefined): string | null {
  return text ? participantNamed(foldText(text).split(' ')) : null;
}

function rfcIn(cell: string): string | null {
  const rfc = cell.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(rfc) ? rfc : null;
}

/** Returns the name after a label, or after the account or tracking key of a transfer. */
function counterpartyOf(text: string, clabe: string | null): string | null {
  for (const label of text.matchAll(NAME_LABEL)) {
    const name = nameIn(text.slice(label.index + label[0].length));
    if (name !== null) return name;
  }
  if (!IS_TRANSFER.test(text)) return null;
  const party = partyOf(text);
  if (party !== null) return party;
  const banregio = BANREGIO.exec(text)?.[3];
  if (banregio !== undefined) return nameIn(banregio);
  const mark = KEY_BARE.exec(text)?.[1] ?? clabe;
  const at = mark === null ? -1 : text.lastIndexOf(mark);
  if (at < 0) return null;
  const behind = text.slice(at + mark!.length).replace(/^[\s.,/-]{1,4}/, '');
  return nameIn(behind);
}

/** Returns the name of the counterparty; null if the text names no one, or only a bank. */
function partyOf(text: string): string | null {
  const match = PARTY.exec(text);
  const behind = match === null ? '' : text.slice(match.index + match[0].length);
  const name = nameIn(behind);
  return name === null || bankNamed(name) !== null ? null : name;
}

/**
 * Returns the name at the start of a text; null if it is not plausible, for example if it has fewer than three letters.
 */
function nameIn(text: string): string | null {
  const start = text.slice(0, MAX_NAME_LENGTH + 1);
  const name = start.slice(0, NAME_ENDS.exec(start)?.index ?? MAX_NAME_LENGTH).trim();
  return /^[\p{L}&]/u.test(name) && name.replace(/\P{L}/gu, '').length >= 3 && !NO_NAME.test(name) ? name : null;
}

function foreignOf(text: string): Pick<RowDetails, 'foreignAmount' | 'foreignCurrency' | 'foreignRate'> {
  const none = { foreignAmount: null, foreignCurrency: null, foreignRate: null };
  const [after, before] = [FOREIGN_AFTER.exec(text), FOREIGN_BEFORE.exec(text)];
  const [amount, code, rate] = after
    ? [after[1]!, after[2]!, after[3]!]
    : before
      ? [before[2]!, before[1]!, before[3]!]
      : ['', '', ''];
  const [figure, currency] = [amount.replaceAll(',', ''), code.toUpperCase()];
  if (!isAmount(figure) || parseAmount(figure) === 0n || !isCurrency(currency) || !isRate(rate)) return none;
  return {
    foreignAmount: formatAmount(parseAmount(figure)),
    foreignCurrency: currency,
    foreignRate: formatRate(parseRate(rate)),
  };
}

function shortReference(reference: string | null): string | null {
  const text = reference?.trim() ?? '';
  return text !== '' && text.length <= 40 ? text : null;
}
