import { multipart } from '../../../libs/importing/test/statements.js';
import type { CfdiOfTest } from '../../support/cfdi.js';
import { cfdi } from '../../support/cfdi.js';
import { makeCertificate } from '../../support/seal-certificate.js';
import type { InvoiceView, Success } from './answers.js';
import type { Answer, Client, SendOptions } from './client.js';
import { ok } from './household.js';

export const OWN_RFC = 'XIQB891116QE4';
export const OTHER_RFC = 'EKU9003173C9';

/** Certificates by issuer. Generating one takes longer than the rest of an invoice. */
const certificates = new Map<string, ReturnType<typeof makeCertificate>>();

/** Returns the XML of an invoice without taxes, from `OTHER_RFC` to `OWN_RFC` by default. */
export function anXml({ total = '116.00', ...given }: CfdiOfTest & { total?: string } = {}): Buffer {
  const issuer = given.issuer?.rfc ?? OTHER_RFC;
  const certificate = certificates.get(issuer) ?? makeCertificate(`${issuer} / VADA800927DJ3`);
  certificates.set(issuer, certificate);
  const isMoney = given.kind === undefined || given.kind === 'income' || given.kind === 'credit';
  const lines = isMoney ? { lines: [{ unitPrice: total, vat: null }] } : {};
  return cfdi({ certificate, ...lines, ...given });
}

export function sendInvoices(
  api: Client,
  content: Buffer,
  { filename = 'factura.xml', headers }: { filename?: string; headers?: SendOptions['headers'] } = {},
): Promise<Answer<Success<'POST', '/v1/invoices'>>> {
  const sent = multipart({ name: 'file', filename, content });
  return api.post('/v1/invoices', undefined, { ...sent, headers: { ...sent.headers, ...headers } });
}

export async function anInvoice(api: Client, given?: CfdiOfTest & { total?: string }): Promise<InvoiceView> {
  const { items } = ok(await sendInvoices(api, anXml(given)));
  return items[0]!.invoice!;
}

export const aTaxpayer = async (api: Client, rfc = OWN_RFC) =>
  ok(await api.put(`/v1/taxpayers/${rfc}`, { name: 'Yo' }));
