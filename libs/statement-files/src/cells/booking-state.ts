import { foldText } from '../text/fold-text.js';

/** How a movement that never was, or is not yet, is spoken of, by the beginnings of words, folded. */
const PENDING =
  /^(pend|en proceso|non contabilizzat|en curso|in progress|processing|en attente|ausstehend|(umsatz )?vorgemerkt|offen$|in sospeso|in attesa|in behandeling|gereserveerd|oczekuj|w trakcie|fuggo|cekajici|vantande|venter|varaus|reserverad|afventer|on hold|hold$|retenid|unclaimed|в обработке|в ожидании|не обработан)/u;
const UNDONE =
  /^(revert|reversad|reversed|declin|reject|rechaz|deneg|cancel|anul|annul|fail|fall|error$|expir|refus|rejet|echou|void|storn|abgelehnt|abgebrochen|fehlgeschlagen|ruckgangig|rifiut|recus|estorn|devuelt|geannuleerd|geweigerd|mislukt|odrzuc|torolt|elutasit|zrusen|zamitn|avbruten|nekad|removed|отклон|отмен)/u;

/** Whether what a state column says means that the movement is pending, or was undone; null where it was booked. */
export function notBooked(cell: string): 'pending' | 'undone' | null {
  const text = foldText(cell);
  if (text === '') return null;
  if (PENDING.test(text)) return 'pending';
  return UNDONE.test(text) ? 'undone' : null;
}
