import { isStreamSafe } from '@app/kernel/pure';
import { isLongerThan, lineText, MAX_NOTES_LENGTH, notesText } from '../text/cell-text.js';
import { isBlank } from '../text/fold-text.js';
import type { RowError, RowReading, RowWarning } from './statement-row.js';

const MARKS = 'more than 30 accents and other marks';
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_CATEGORY_LENGTH = 120;
const MAX_PATH_LENGTH = 2_000;
const MAX_EXTERNAL_ID_LENGTH = 255;

interface RowWords {
  readonly description: string;
  readonly notes: string;
}

/** Matches a transfer key, which has at least twelve characters and no spaces. */
const KEY = /^[A-Z0-9-]{12,40}$/i;

/**
 * Returns the description and notes of a row. If the description is empty or only a transfer key, uses the text of
 * another column. Continuation lines become the description if there still is none; otherwise, they extend the notes.
 */
export function wordsOf(cells: readonly string[], reading: RowReading): RowWords {
  const { description, notes } = wordsOfColumns(cells, reading);
  const more = reading.continued.get(cells) ?? '';
  if (more === '') return { description, notes };
  return isBlank(description)
    ? { description: more, notes }
    : { description, notes: isBlank(notes) ? more : `${notes}\n${more}` };
}

function wordsOfColumns(cells: readonly string[], { mapping, texts }: RowReading): RowWords {
  const own = mapping.description === null ? '' : (cells[mapping.description] ?? '');
  const notes = mapping.notes === null ? '' : (cells[mapping.notes] ?? '');
  if (isBlank(own)) {
    return { description: texts.map((column) => cells[column] ?? '').find((cell) => /\p{L}/u.test(cell)) ?? '', notes };
  }
  const key = own.length > 45 ? '' : own.trim();
  const isKey = KEY.test(key) && key.replace(/\D/g, '').length > key.length / 2;
  if (!isKey || !/\p{L}{3}.* /u.test(notes.slice(0, 80)) || isLongerThan(notes, MAX_DESCRIPTION_LENGTH)) {
    return { description: own, notes };
  }
  return { description: notes, notes: /\bSPEI\b/i.test(notes) ? `Clave de rastreo: ${key}` : key };
}

export function readDescription(cell: string, errors: RowError[], warnings: RowWarning[]): string | null {
  const text = lineText(cell);
  if (text !== cell && !isStreamSafe(cell)) {
    warnings.push({
      code: 'DESCRIPTION_CUT',
      detail: `A letter of the description has ${MARKS}, so the text after the letter was cut.`,
    });
  }
  if (text === '') {
    errors.push({ field: 'description', code: 'DESCRIPTION_MISSING', detail: 'The row has no description.' });
    return null;
  }
  if (isLongerThan(text, MAX_DESCRIPTION_LENGTH)) {
    const detail = `The description is longer than ${MAX_DESCRIPTION_LENGTH} characters.`;
    errors.push({ field: 'description', code: 'DESCRIPTION_TOO_LONG', detail });
  }
  return text;
}

interface NameRule {
  readonly most: number;
  readonly code: RowWarning['code'];
  readonly detail: string;
}

export const CATEGORY: NameRule = {
  most: MAX_CATEGORY_LENGTH,
  code: 'CATEGORY_TOO_LONG',
  detail: `The category is longer than ${MAX_CATEGORY_LENGTH} characters, so it was removed.`,
};
export const EXTERNAL_ID: NameRule = {
  most: MAX_EXTERNAL_ID_LENGTH,
  code: 'EXTERNAL_ID_TOO_LONG',
  detail: `The external ID is longer than ${MAX_EXTERNAL_ID_LENGTH} characters, so it was removed.`,
};

export function readNotes(cell: string, warnings: RowWarning[]): string | null {
  if (isLongerThan(cell, MAX_NOTES_LENGTH) && isLongerThan(notesText(cell, Infinity), MAX_NOTES_LENGTH)) {
    const detail = `The notes are longer than ${MAX_NOTES_LENGTH.toLocaleString('en')} characters, so they were cut.`;
    warnings.push({ code: 'NOTES_CUT', detail });
  }
  if (!isStreamSafe(cell)) {
    warnings.push({
      code: 'NOTES_CUT',
      detail: `A letter of the notes has ${MARKS}, so the text after the letter was cut.`,
    });
  }
  return notesText(cell, MAX_NOTES_LENGTH) || null;
}

/** Returns the name. Null if it is empty or too long, because a shortened name would be another name. */
export function readName(cell: string, { most, code, detail }: NameRule, warnings: RowWarning[]): string | null {
  const text = textOrNull(cell);
  // The limit applies to each name in a path such as `Hogar > Luz`.
  const names = code === 'CATEGORY_TOO_LONG' ? (text?.split(' > ') ?? []) : [text ?? ''];
  if (text === null || (text.length <= MAX_PATH_LENGTH && !names.some((name) => isLongerThan(name, most)))) return text;
  warnings.push({ code, detail });
  return null;
}

export function textOrNull(cell: string): string | null {
  return lineText(cell) || null;
}
