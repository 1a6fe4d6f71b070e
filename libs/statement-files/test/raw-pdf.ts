/** Builds a PDF from its objects, the first of which is the catalog. */
export function rawPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  objects.forEach((object, at) =>
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')),
  );
  return Buffer.concat([...parts, Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n')]);
}

/** Returns a stream object. `more` are further entries of its dictionary. */
export function stream(content: Buffer, more = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${more} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

/** Builds a PDF of one page. `more` are further objects, numbered from 6. */
export function onePage(
  content: Buffer,
  catalog = '',
  font = '/Subtype /Type1 /BaseFont /Helvetica',
  ...more: (string | Buffer)[]
): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    content,
    `<< /Type /Font ${font} >>`,
    ...more,
  ]);
}
