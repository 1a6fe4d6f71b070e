import { formatAmount } from '@app/kernel/pure';
import type { DemoTransaction } from './demo-transaction.js';

const RECEIPTS = 2;

export interface DemoReceipt {
  /** Index of the transaction. */
  readonly index: number;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns receipts of the latest restaurant visits as PDF documents. */
export function demoReceipts(transactions: readonly DemoTransaction[]): DemoReceipt[] {
  return transactions
    .flatMap((transaction, index) => {
      const { account, type, category, date, description, amount, trashed } = transaction;
      if (account !== 'card' || type !== 'expense' || category !== 'Restaurantes' || trashed) return [];
      const lines = [description, date, `Total: $${formatAmount(amount)} MXN`, 'Gracias por su visita'];
      return [{ index, date, name: `ticket-${date}.pdf`, bytes: pdfOf(lines) }];
    })
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, RECEIPTS);
}

/** Returns a PDF document with one page. The byte offsets in its cross-reference table must be exact. */
function pdfOf(lines: readonly string[]): Buffer {
  const escaped = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`);
  const content = `BT /F1 12 Tf 20 170 Td 18 TL ${escaped.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 260 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
