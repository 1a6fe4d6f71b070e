import { foldText } from '../text/fold-text.js';
import type { RowDetails, RowTexts } from './spei-text.js';

type Labelled = NonNullable<RowTexts['labelled']>;

/** Folded headings of columns with transfer details. Headings of the payee come before headings of the payer. */
const HEADINGS: readonly (readonly [keyof Labelled & keyof RowDetails, readonly string[]])[] = [
  ['trackingKey', ['clave de rastreo', 'clave rastreo', 'cve rastreo', 'cve de rastreo', 'rastreo']],
  ['counterparty', ['nombre beneficiario', 'nombre del beneficiario', 'beneficiario', 'destinatario', 'contraparte']],
  ['counterparty', ['nombre ordenante', 'nombre del ordenante', 'ordenante', 'emisor', 'remitente']],
  ['clabe', ['clabe beneficiario', 'cuenta beneficiario', 'cuenta destino', 'clabe', 'cuenta clabe']],
  ['clabe', ['cta ordenante', 'cuenta ordenante', 'clabe ordenante', 'cuenta origen']],
  ['rfc', ['rfc beneficiario', 'rfc']],
  ['rfc', ['rfc ordenante']],
  ['bank', ['banco participante', 'banco', 'banco destino', 'banco beneficiario', 'banco ordenante', 'banco origen']],
];

export type DetailColumns = readonly (readonly [keyof Labelled, number])[];

export function detailColumns(headings: readonly string[]): DetailColumns {
  const folded = headings.map(foldText);
  return HEADINGS.flatMap(([field, names]) =>
    folded.flatMap((heading, index) => (names.includes(heading) ? [[field, index] as const] : [])),
  );
}

/**
 * Returns the transfer details in the columns. If several columns have the same field, uses the first non-empty one.
 */
export function labelledDetails(cells: readonly string[], columns: DetailColumns): Labelled {
  const details: Record<string, string> = {};
  for (const [field, index] of columns) {
    const cell = (cells[index] ?? '').replace(/^\s*['’]/, '').trim();
    if (cell !== '') details[field] ??= cell;
  }
  return details;
}
