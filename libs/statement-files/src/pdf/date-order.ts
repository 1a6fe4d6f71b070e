import { DateColumn } from '../cells/date-column.js';
import { findDateFormat } from '../cells/date-format.js';
import type { DateOrder } from '../cells/parse-date.js';
import { pdfDate, type DateContext } from './pdf-dates.js';

export interface FoundOrder {
  readonly order: DateOrder;
  /** True if the dates may begin with the day or the month. */
  readonly isAmbiguous: boolean;
}

/**
 * Finds the order of the numeric dates of a column. A date with only one order decides for all. Otherwise, the order that
 * puts more dates into the period of the statement does.
 */
export function columnOrder(texts: readonly string[], contextOf: (order: DateOrder) => DateContext): FoundOrder {
  const column = new DateColumn();
  const numeric = texts.map(plainDate).filter((text) => {
    const date = column.written(text);
    return date !== null && date.namedMonth === null && date.parts[0].length <= 2 && date.parts[1] !== '';
  });
  // A leap year accepts every day.
  const found = findDateFormat(column.counted(numeric), { year: 2024 });
  if (found === null || !found.ambiguous) return { order: found?.format.order ?? 'DMY', isAmbiguous: false };
  const [dayFirst, monthFirst] = (['DMY', 'MDY'] as const).map((order) => daysInPeriod(numeric, contextOf(order)));
  if (dayFirst === monthFirst) return { order: 'DMY', isAmbiguous: true };
  return { order: dayFirst! > monthFirst! ? 'DMY' : 'MDY', isAmbiguous: false };
}

function daysInPeriod(texts: readonly string[], context: DateContext): number {
  const { period } = context;
  if (period === null) return 0;
  const days = texts.map((text) => pdfDate(text, context)?.day ?? '');
  return days.filter((day) => day >= period.start && day <= period.end).length;
}

export function plainDate(text: string): string {
  return text.trim().replace(/[.,]$/, '');
}
