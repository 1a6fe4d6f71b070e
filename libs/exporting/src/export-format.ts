export const EXPORT_FORMATS = ['json', 'csv', 'hledger', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly ending: string }>> = {
  json: { type: 'application/json', ending: 'json' },
  csv: { type: 'text/csv', ending: 'csv' },
  hledger: { type: 'text/plain', ending: 'journal' },
  zip: { type: 'application/zip', ending: 'zip' },
};

export function exportFile(format: ExportFormat, today: string): { type: string; name: string } {
  const { type, ending } = FILES[format];
  return { type: format === 'zip' ? type : `${type}; charset=utf-8`, name: `centavo-${today}.${ending}` };
}
