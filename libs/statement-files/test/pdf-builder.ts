import PDFDocument from 'pdfkit';

export interface PlacedText {
  readonly text: string;
  /** Left edge, or right edge of a right-aligned text, in points. */
  readonly x: number;
  /** Distance from the top of the page, in points. */
  readonly y: number;
  readonly right?: boolean;
  readonly size?: number;
  readonly font?: string;
}

export interface PdfSettings {
  readonly password?: string;
  readonly ownerPassword?: string;
  readonly rotate?: 0 | 90 | 180 | 270;
}

/** Builds a PDF from texts with positions. There is one list of texts per page. */
export async function buildPdf(pages: readonly (readonly PlacedText[])[], settings: PdfSettings = {}): Promise<Buffer> {
  const { password, ownerPassword, rotate = 0 } = settings;
  const document = new PDFDocument({
    ...{ size: 'LETTER', margin: 0, autoFirstPage: false, compress: true, pdfVersion: '1.7' },
    ...(password !== undefined && { userPassword: password }),
    ...(ownerPassword !== undefined && { ownerPassword }),
  });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const texts of pages) {
    document.addPage();
    if (rotate !== 0) Object.assign(document.page.dictionary.data, { Rotate: rotate });
    for (const { text, x, y, right = false, size = 8, font = 'Helvetica' } of texts) {
      document.font(font).fontSize(size);
      const left = right ? x - document.widthOfString(text) : x;
      document.text(text, left, y, { lineBreak: false });
    }
  }
  document.end();
  await ended;
  return Buffer.concat(pieces);
}
