import { hash } from 'node:crypto';
import { formatAmount } from '@app/kernel/pure';
import type { DemoTransaction } from './demo-transaction.js';

/** A test taxpayer that the SAT publishes. */
export const DEMO_TAXPAYER = { rfc: 'XIQB891116QE4', name: 'Berenice Ximo Quezada' };
const RECEIVER = `Rfc="${DEMO_TAXPAYER.rfc}" Nombre="BERENICE XIMO QUEZADA" DomicilioFiscalReceptor="06600" RegimenFiscalReceptor="605"`;
/** Readable text in place of the seal and the certificate, so that the seal is `unsupported`. */
const NO_SEAL = Buffer.from('Factura de demostración sin sello').toString('base64');
/** Number of the latest payroll receipts that are not linked, because their payments are equal. */
const OPEN_PAYROLLS = 2;

const ISSUERS = [
  { category: 'Médicos', use: 'D01', rfc: 'DCO900101AA1', product: '85121502', line: 'Consulta' },
  { category: 'Seguro médico', use: 'D07', rfc: 'GNP900101AA1', product: '84131501', line: 'Prima de gastos médicos' },
  { category: 'Restaurantes', use: 'G03', rfc: 'RES900101AA1', product: '90101501', line: 'Consumo de alimentos' },
];

export interface DemoInvoice {
  /** Index of the transaction that pays the invoice; null to leave the invoice open. */
  readonly paidBy: number | null;
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Returns the payroll receipts of the year, and the latest invoices of a doctor, the health insurance and a restaurant.
 */
export function demoInvoices(transactions: readonly DemoTransaction[]): DemoInvoice[] {
  const indexed = transactions
    .map((transaction, index) => ({ ...transaction, index }))
    .filter(({ trashed, splits, account }) => !trashed && splits === undefined && account !== null)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const payrolls = indexed.filter(({ category }) => category === 'Nómina');
  const others = ISSUERS.flatMap((issuer) => {
    const paid = indexed.find(({ category, type }) => category === issuer.category && type === 'expense');
    return paid ? [{ paidBy: paid.index, name: `${issuer.use}-${paid.date}.xml`, bytes: invoiceOf(paid, issuer) }] : [];
  });
  return [
    ...payrolls.map((payroll, n) => ({
      paidBy: n < OPEN_PAYROLLS ? null : payroll.index,
      name: `nomina-${payroll.date}.xml`,
      bytes: payrollOf(payroll),
    })),
    ...others,
  ];
}

function invoiceOf(
  { date, amount, description }: DemoTransaction,
  { use, rfc, product, line }: (typeof ISSUERS)[number],
) {
  const total = formatAmount(amount);
  const lines = lineOf(`ClaveProdServ="${product}" ClaveUnidad="E48" Descripcion="${line}"`, total);
  const issuer = `Rfc="${rfc}" Nombre="${description.replaceAll(/[^A-Z ]/g, '').trim()}" RegimenFiscal="601"`;
  const head = `SubTotal="${total}" Total="${total}" TipoDeComprobante="I" FormaPago="04"`;
  return document(date, head, `<cfdi:Emisor ${issuer}/><cfdi:Receptor ${RECEIVER} UsoCFDI="${use}"/>${lines}`, '');
}

/** Returns a payroll receipt. A fifth of the gross pay is income tax. */
function payrollOf({ date, amount }: DemoTransaction): Buffer {
  const [gross, tax] = [formatAmount((amount * 5n) / 4n), formatAmount((amount * 5n) / 4n - amount)];
  const lines = lineOf('ClaveProdServ="84111505" ClaveUnidad="ACT" Descripcion="Pago de nómina"', gross, tax);
  const issuer = 'Rfc="GIB900101AA1" Nombre="GRUPO INDUSTRIAL DEL BAJIO" RegimenFiscal="601"';
  const head = `SubTotal="${gross}" Descuento="${tax}" Total="${formatAmount(amount)}" TipoDeComprobante="N"`;
  const complement = `<nomina12:Nomina xmlns:nomina12="http://www.sat.gob.mx/nomina12" Version="1.2" TipoNomina="O" FechaPago="${date}"
    FechaInicialPago="${date}" FechaFinalPago="${date}" NumDiasPagados="15.000" TotalPercepciones="${gross}" TotalDeducciones="${tax}">
    <nomina12:Emisor RegistroPatronal="B5510768108"/>
    <nomina12:Receptor Curp="XEXX010101HNEXXXA4" TipoContrato="01" TipoRegimen="02" NumEmpleado="120" PeriodicidadPago="04"
      ClaveEntFed="CMX"/>
    <nomina12:Percepciones TotalSueldos="${gross}" TotalGravado="${gross}" TotalExento="0.00">
      <nomina12:Percepcion TipoPercepcion="001" Clave="P001" Concepto="Sueldo" ImporteGravado="${gross}" ImporteExento="0.00"/>
    </nomina12:Percepciones>
    <nomina12:Deducciones TotalImpuestosRetenidos="${tax}">
      <nomina12:Deduccion TipoDeduccion="002" Clave="D002" Concepto="ISR" Importe="${tax}"/>
    </nomina12:Deducciones></nomina12:Nomina>`;
  return document(
    date,
    head,
    `<cfdi:Emisor ${issuer}/><cfdi:Receptor ${RECEIVER} UsoCFDI="CN01"/>${lines}`,
    complement,
  );
}

function lineOf(product: string, amount: string, discount?: string): string {
  const lowered = discount === undefined ? '' : ` Descuento="${discount}"`;
  return `<cfdi:Conceptos><cfdi:Concepto ${product} Cantidad="1" ValorUnitario="${amount}" Importe="${amount}"${lowered} ObjetoImp="01"/></cfdi:Conceptos>`;
}

function document(date: string, head: string, content: string, complement: string): Buffer {
  const stamp = `Version="1.1" UUID="${uuidOf(`${date} ${content}`)}" FechaTimbrado="${date}T12:00:05" RfcProvCertif="SAT970701NN3"`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="4.0"
  Fecha="${date}T12:00:00" NoCertificado="30001000000500003416" Certificado="${NO_SEAL}" Sello="${NO_SEAL}" ${head} Moneda="MXN"
  Exportacion="01" MetodoPago="PUE" LugarExpedicion="06600">${content}<cfdi:Complemento>${complement}
  <tfd:TimbreFiscalDigital ${stamp} SelloCFD="${NO_SEAL}" NoCertificadoSAT="30001000000500003456" SelloSAT="${NO_SEAL}"/>
</cfdi:Complemento></cfdi:Comprobante>
`;
  return Buffer.from(xml);
}

/** Returns the same fiscal UUID for the same content, so that the demo is always the same. */
function uuidOf(content: string): string {
  const digits = hash('sha256', content).toUpperCase();
  const [a, b, c, d] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(17, 20)];
  return `${a}-${b}-4${c}-8${d}-${digits.slice(20, 32)}`;
}
