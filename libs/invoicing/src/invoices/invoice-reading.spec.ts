import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cfdi } from '../../../../test/support/cfdi.js';
import { readInvoices } from './invoice-reading.js';

const reasons = (readings: ReturnType<typeof readInvoices>) =>
  readings.map((reading) => ('unreadable' in reading ? reading.unreadable : 'none'));

describe('reading the invoices of an upload', () => {
  it('returns the document as JSON with its hash, fiscal UUID and size', () => {
    const uuid = randomUUID().toUpperCase();
    const [reading] = readInvoices([cfdi({ uuid, issuer: { name: 'COMPAÑÍA' } })]);
    if (!reading || 'unreadable' in reading) throw new Error('The invoice is unreadable.');
    expect(reading.uuid).toBe(uuid);
    expect(reading.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(reading.document)).toMatchObject({ uuid, issuer: { name: 'COMPAÑÍA' } });
    expect(reading.size).toBe(Buffer.byteLength(reading.document));
  });

  it('reads the other files if one is damaged or not an invoice', () => {
    expect(reasons(readInvoices([null, Buffer.from('<a/>'), cfdi()]))).toEqual([
      'the file in the archive is damaged or encrypted',
      'the file is not a CFDI 4.0',
      'none',
    ]);
  });

  it('refuses files after ten seconds', () => {
    let ms = 0;
    const slow = () => (ms += 5_000);
    expect(reasons(readInvoices([cfdi(), cfdi(), cfdi()], slow))).toEqual([
      'none',
      'none',
      'reading the archive takes too long',
    ]);
  });

  it('refuses files after 8 MiB of documents, except smaller ones that still fit', () => {
    const large = cfdi({ kind: 'payment', payments: [{ documents: Array.from({ length: 12_000 }, payment) }] });
    const all = reasons(readInvoices([...Array.from({ length: 5 }, () => large), cfdi()]));
    const tooMuch = 'the archive has more than 8 MiB of contents; upload it in parts';
    expect(all).toEqual(['none', 'none', 'none', tooMuch, tooMuch, 'none']);
  });
});

const payment = () => ({ uuid: randomUUID(), paid: '1.00' });
