import { foldText } from '../text/fold-text.js';

export type BookingState = 'booked' | 'not booked' | null;

/** Prefixes of folded words for pending, failed, canceled or reversed transactions. */
const NOT_BOOKED =
  /(?:^| )(?:(?:not|no(?! aplica(?: |$))|non|nicht|nao|niet|nie|inte|ikke|nem|pas|не) \S|(?:por|sin|da|a) \p{L}+[aei]re?(?: |$)|un(?:claimed|cleared|posted|settled|booked|paid|success)|incomplet|pend(?:ing|ient|ent)|(?:en|em) proces|procesando|processando|en cours|en curso|in progress|processing|en attente|en transito|em analise|a venir|ausstehend|vorgemerkt|offen(?: |$)|in bearbeitung|reserv[ieao]|reservert|in sospeso|sospes|in attesa|in corso|prenotat|in behandeling|in afwachting|openstaand|gereserveerd|oczekuj|w trakcie|w realizacji|niezaksieg|niezreal|fuggo|zarol|cekajici|ceka(?: |$)|nezauctovan|vantande|venter|varaus|odotta|afventer|on hold|hold(?: |$)|held(?: |$)|retenid|scheduled|await|waiting|agendad|programad|aguardando|block|blok|zablok|bloq|revert|revers|declin|denied|reject|rechaz|deneg|negad|cancel|kansel|anul|annul|fail|fallid|fallo|falla|falh|error(?: |$)|expir|refus|rejet|echou|void|storn|abgelehnt|abgebrochen|fehlgeschlagen|ruckgangig|zuruckgewiesen|rifiut|respint|respins|recus|estorn|devuelt|geannuleerd|geweigerd|mislukt|teruggedraaid|odrzuc|torolt|elutasit|zrusen|zamitn|avbruten|avvis|afvis|nekad|makuler|slettet|hylatty|removed|deleted|reddedil|iptal|in asteptare|bekle|reddedildi|menunggu|tertunda|gagal|dibatalkan|na cekanju|otkazan|odbijen|εκκρεμ|ακυρ|απορρ|laukiam|atsaukt|atmest|neivyk|очіку|скасован|відхилен|в обробці|в обробцi|отклон|отмен|ожида|в обработке|в ожидании)|关闭|失败|处理中|待|保留|処理中|取消|未確定|失敗/u;

/** Prefixes of folded words for booked transactions. */
const BOOKED =
  /(?:^| )(?:complet|succe|exitos|cleared|settled|booked|posted|reconcil|paid|done|ok(?: |$)|processed|executed|finali[sz]|approved|accepted|confirm|aplicad|liquidad|contabili|conciliad|pagad|pago(?: |$)|procesad|processad|realizad|efectuad|efetuad|efetivad|ejecutad|executad|acreditad|abonad|cobrad|terminad|registrad|aprobad|aprovad|aceptad|aceit|concluid|gebucht|ausgefuhrt|berechnet|abgerechnet|abgeschlossen|erledigt|bezahlt|verbucht|comptabilis|effectu|execut|termine|payee?(?: |$)|valide|reussi|traite|eseguit|pagat|geboekt|verwerkt|voltooid|uitgevoerd|betaald|afgerond|zaksieg|zrealizowan|wykonan|zakoncz|rozlicz|konyvel|teljesit|teljesul|vegrehajt|sikeres|zauctovan|proveden|dokoncen|uspes|bokf.r|bogf.r|genomf.rd|slutf.rd|klar(?: |$)|betal[dt]|gennemf.rt|afslutt|utf.r|udf.r|gjennomf.r|fullf.r|исполнен|выполнен|проведен|успешн|заверш|обработан|tamamla|basaril|gercekles|onaylan|kirjat|suorite|maksettu|toteutu|valmis|procesat|decontat|inregistrat|atlikt|ivykdyt|berhasil|selesai|sukses|izvrsen|proknjizen|knjizen|ολοκληρ|εκτελεσ|виконан|успішн|зарахован)|成功|完成|完了|確定|済|已入账|已记账|已支付|已收|已转账|已存入/u;

/**
 * Returns the booking state that a cell names. An empty cell means booked. Returns null if the state is unknown, or if
 * another state follows, as in `Posted, reversed`.
 */
export function bookingState(cell: string): BookingState {
  const text = foldText(cell);
  if (text === '') return 'booked';
  const against = text.search(NOT_BOOKED);
  const booked = text.search(BOOKED);
  if (against < 0) return booked < 0 ? null : 'booked';
  return booked >= 0 && booked < against ? null : 'not booked';
}

/** Folded phrases that nearly always mean that a transaction is not booked. */
const PLAINLY =
  /(?:^| )(?:pendientes?|pending|pendentes?|vorgemerkte?n?|ausstehende?|en attente|in attesa|in sospeso|in behandeling|unsettled|uncleared|unposted|not (?:booked|posted|settled)|no (?:contabilizad|aplicad|liquidad)[oa]s?|cancelad[oa]s?|cancell?ed|declined|declinad[oa]s?|rechazad[oa]s?|rejected|reversed|revertid[oa]s?|reversad[oa]s?|storniert|annule(?:e|s)?|fallid[oa]s?|failed|ожидает|отклонено)(?: |$)/u;
const MAX_WORDS = 6;

/** True if a short text clearly means that a transaction is not booked, regardless of the heading of its column. */
export function isPlainlyUnbooked(cell: string): boolean {
  const text = foldText(cell.slice(0, 100));
  return PLAINLY.test(text) && text.split(' ').length <= MAX_WORDS && bookingState(text) === 'not booked';
}

const YES = /^(?:y|yes|s|si|sim|true|t|1|x|c|r|j|ja|oui|o|tak|da|да|on|✓|✔)$/u;
const NO = /^(?:n|no|non|nao|nein|nee|nie|false|f|0|u|нет|off)$/u;

/**
 * Returns the booking state according to a cell of a yes/no column. Returns null if the cell does not decide. An
 * uncleared transaction is undecided, because users often set this mark by hand and the bank may have booked the
 * transaction anyway.
 */
export function answeredState(cell: string, asks: 'booked' | 'cleared' | 'pending'): BookingState {
  if (asks === 'cleared') return answeredState(cell, 'booked') === 'booked' ? 'booked' : null;
  const text = foldText(cell) || cell.trim();
  const isYes = YES.test(text);
  if (!isYes && !NO.test(text)) return text === '' ? (asks === 'booked' ? null : 'booked') : bookingState(cell);
  return isYes === (asks === 'booked') ? 'booked' : 'not booked';
}
