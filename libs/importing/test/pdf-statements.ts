import { buildPdf, type PdfSettings, type PlacedText } from '../../statement-files/test/pdf-builder.js';

const at = (text: string, x: number, y: number, right = false): PlacedText => ({ text, x, y, right });

export interface PdfMovement {
  /** Date as printed, such as `05/NOV`. */
  readonly date: string;
  readonly text: string;
  readonly charge?: string;
  readonly credit?: string;
  readonly balance?: string;
}

export interface PdfAccount {
  readonly number?: string;
  readonly opening?: string;
  readonly closing?: string;
  readonly movements: readonly PdfMovement[];
}

/** Builds a debit statement of November 2026, with one section per account. */
export function debitPdf(accounts: readonly PdfAccount[], settings: PdfSettings = {}): Promise<Buffer> {
  const page: PlacedText[] = [at('BBVA México, S.A.', 30, 30), at('PERIODO DEL 01/11/2026 AL 30/11/2026', 300, 30)];
  let y = 60;
  for (const { number, opening, closing, movements } of accounts) {
    if (number !== undefined) page.push(at(`No. de Cuenta ${number}`, 30, y));
    if (opening !== undefined) page.push(at('Saldo Anterior', 30, y + 12), at(opening, 200, y + 12, true));
    if (closing !== undefined) page.push(at('Saldo Final', 30, y + 24), at(closing, 200, y + 24, true));
    y += 50;
    page.push(
      at('FECHA', 30, y),
      at('DESCRIPCIÓN', 100, y),
      at('CARGOS', 340, y),
      at('ABONOS', 430, y),
      at('SALDO', 520, y),
    );
    for (const { date, text, charge, credit, balance } of movements) {
      y += 14;
      page.push(at(date, 30, y), at(text, 100, y));
      if (charge !== undefined) page.push(at(charge, 376, y, true));
      if (credit !== undefined) page.push(at(credit, 466, y, true));
      if (balance !== undefined) page.push(at(balance, 546, y, true));
    }
    y += 50;
  }
  return buildPdf([page], settings);
}

export const NOVEMBER: PdfAccount = {
  ...{ number: '0123454821', opening: '10,000.00', closing: '13,649.50' },
  movements: [
    { date: '05/NOV', text: 'SPEI ENVIADO SANTANDER RENTA', charge: '1,250.50', balance: '8,749.50' },
    { date: '06/NOV', text: 'OXXO INSURGENTES', charge: '100.00', balance: '8,649.50' },
    { date: '15/NOV', text: 'NOMINA QUINCENA', credit: '5,000.00', balance: '13,649.50' },
  ],
};
