import { randomBytes, randomUUID, sign } from 'node:crypto';
import { makeCertificate } from './seal-certificate.js';
import type { SealCertificate } from './seal-certificate.js';
import { find, node, writeXml } from './xml-node.js';
import type { XmlNode } from './xml-node.js';

export interface CfdiOfTest {
  kind?: 'income' | 'credit' | 'transfer' | 'payroll' | 'payment';
  /** Random by default. */
  uuid?: string;
  issuer?: { rfc?: string; name?: string; regime?: string };
  receiver?: { rfc?: string; name?: string; regime?: string };
  use?: string;
  series?: string;
  folio?: string;
  issuedAt?: string;
  stampedAt?: string;
  currency?: string;
  rate?: string;
  paymentMethod?: string | null;
  paymentForm?: string | null;
  lines?: LineOfTest[];
  related?: { relation: string; uuids: string[] }[];
  payroll?: PayrollOfTest;
  payments?: PaymentOfTest[];
  /** Total of local taxes, such as tax on lodging. */
  localTaxes?: { transferred?: string; withheld?: string };
  airline?: { tua: string; charges?: string };
  /** Additional complements, and their namespaces by prefix. */
  complements?: XmlNode[];
  namespaces?: Record<string, string>;
  certificate?: SealCertificate;
  /** Changes the document before it is sealed. */
  change?: (root: XmlNode) => void;
  /** Changes the document after it is sealed and stamped. */
  tamper?: (root: XmlNode) => void;
  /** Changes the XML text as the last step. */
  edit?: (xml: string) => string;
}

export interface LineOfTest {
  productCode?: string;
  description?: string;
  quantity?: string;
  /** With two decimals. The amount is the quantity times the price. */
  unitPrice?: string;
  discount?: string;
  /** Rate of value added tax, `exempt`, or null for no tax. 16 % by default. */
  vat?: string | null;
  /** Rate of income tax that the customer withholds. */
  withheld?: string;
  complement?: XmlNode;
}

export interface PayrollOfTest {
  paidOn?: string;
  from?: string;
  to?: string;
  frequency?: string;
  perceptions?: { type: string; concept?: string; taxed?: string; exempt?: string }[];
  deductions?: { type: string; concept?: string; amount: string }[];
  otherPayments?: { type: string; concept?: string; amount: string }[];
}

export interface PaymentOfTest {
  form?: string;
  paidAt?: string;
  documents: { uuid: string; installment?: number; before?: string; paid: string }[];
}

const TYPES = { income: 'I', credit: 'E', transfer: 'T', payroll: 'N', payment: 'P' };
const NAMESPACES = {
  cfdi: 'http://www.sat.gob.mx/cfd/4',
  tfd: 'http://www.sat.gob.mx/TimbreFiscalDigital',
  nomina12: 'http://www.sat.gob.mx/nomina12',
  pago20: 'http://www.sat.gob.mx/Pagos20',
  implocal: 'http://www.sat.gob.mx/implocal',
  aerolineas: 'http://www.sat.gob.mx/aerolineas',
};

/** Creates a CFDI 4.0, which is valid unless `change`, `tamper` or `edit` damages it. */
export function cfdi(given: CfdiOfTest = {}): Buffer {
  const issuerRfc = given.issuer?.rfc ?? 'EKU9003173C9';
  const certificate = given.certificate ?? makeCertificate(`${issuerRfc} / VADA800927DJ3`);
  const root = documentOf(given, certificate);
  given.change?.(root);
  const seal = sign('RSA-SHA256', Buffer.from(originalOf(root), 'utf8'), certificate.key).toString('base64');
  root.attributes['Sello'] = seal;
  find(root, 'cfdi:Complemento').children.push(stampOf(given, seal));
  for (const [prefix, uri] of Object.entries({ ...NAMESPACES, ...given.namespaces })) {
    root.attributes[`xmlns:${prefix}`] = uri;
  }
  given.tamper?.(root);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}`;
  return Buffer.from(given.edit?.(xml) ?? xml, 'utf8');
}

/**
 * Returns the string that the issuer seals: attributes and elements in document order, except that tax totals follow
 * the taxes. Independent of the code under test.
 */
export function originalOf(root: XmlNode): string {
  return `||${valuesOf(root).join('|')}||`.replace(/[ \t\r\n]+/g, ' ').replace(/ ?\| ?/g, '|');
}

function valuesOf({ name, attributes, children }: XmlNode): string[] {
  const { TotalImpuestosRetenidos: withheld, TotalImpuestosTrasladados: transferred, ...others } = attributes;
  if (name === 'cfdi:Impuestos' && (withheld !== undefined || transferred !== undefined)) {
    const [withholdings, transfers] = ['cfdi:Retenciones', 'cfdi:Traslados'].map((group) =>
      children.filter((child) => child.name === group).flatMap(valuesOf),
    );
    return [...withholdings!, withheld, ...transfers!, transferred].filter((value) => value !== undefined);
  }
  const own = Object.entries(name === 'cfdi:Comprobante' ? others : attributes)
    .filter(([key]) => !/^(Sello|Certificado|xmlns.*)$/.test(key) || name !== 'cfdi:Comprobante')
    .map(([, value]) => value);
  return [...own, ...children.flatMap(valuesOf)];
}

function documentOf(given: CfdiOfTest, certificate: SealCertificate): XmlNode {
  const { kind = 'income', issuer = {}, receiver = {} } = given;
  const payroll = kind === 'payroll' ? payrollOf(given.payroll ?? {}) : null;
  const lines = linesOf(given, kind, payroll);
  const isMoney = kind === 'income' || kind === 'credit' || kind === 'payroll';
  const taxes = isMoney ? taxesOf(lines) : { element: null, net: 0n };
  const subtotal = isMoney ? sum(lines, 'Importe') : 0n;
  const discount = isMoney ? sum(lines, 'Descuento') : 0n;
  const { localTaxes: local, airline } = given;
  const extras = cents(local?.transferred) - cents(local?.withheld) + cents(airline?.tua) + cents(airline?.charges);
  const hasForm = kind === 'income' || kind === 'credit';
  return node(
    'cfdi:Comprobante',
    {
      Version: '4.0',
      Serie: given.series,
      Folio: given.folio,
      Fecha: given.issuedAt ?? '2026-11-15T10:30:00',
      FormaPago: given.paymentForm === undefined ? (hasForm ? '04' : undefined) : (given.paymentForm ?? undefined),
      NoCertificado: certificate.serial,
      SubTotal: isMoney ? amount(subtotal) : '0',
      Descuento: discount > 0n ? amount(discount) : undefined,
      Moneda: given.currency ?? (kind === 'payment' || kind === 'transfer' ? 'XXX' : 'MXN'),
      TipoCambio: given.rate,
      Total: isMoney ? amount(subtotal - discount + taxes.net + extras) : '0',
      TipoDeComprobante: TYPES[kind],
      Exportacion: '01',
      MetodoPago:
        given.paymentMethod === undefined ? (isMoney ? 'PUE' : undefined) : (given.paymentMethod ?? undefined),
      LugarExpedicion: '06600',
      Certificado: certificate.base64,
    },
    ...(given.related ?? []).map(({ relation, uuids }) =>
      node(
        'cfdi:CfdiRelacionados',
        { TipoRelacion: relation },
        ...uuids.map((uuid) => node('cfdi:CfdiRelacionado', { UUID: uuid })),
      ),
    ),
    node('cfdi:Emisor', {
      Rfc: issuer.rfc ?? 'EKU9003173C9',
      Nombre: issuer.name ?? 'ESCUELA KEMPER URGATE',
      RegimenFiscal: issuer.regime ?? '601',
    }),
    node('cfdi:Receptor', {
      Rfc: receiver.rfc ?? 'XIQB891116QE4',
      Nombre: receiver.name ?? 'BERENICE XIMO QUEZADA',
      DomicilioFiscalReceptor: '06600',
      RegimenFiscalReceptor: receiver.regime ?? '605',
      UsoCFDI: given.use ?? { payroll: 'CN01', payment: 'CP01', transfer: 'S01', income: 'G03', credit: 'G02' }[kind],
    }),
    node('cfdi:Conceptos', {}, ...lines),
    taxes.element,
    node(
      'cfdi:Complemento',
      {},
      payroll,
      kind === 'payment'
        ? paymentsOf(given.payments ?? [{ documents: [{ uuid: randomUUID(), paid: '116.00' }] }])
        : null,
      local ? localTaxesOf(local) : null,
      airline ? airlineOf(airline) : null,
      ...(given.complements ?? []),
    ),
  );
}

function linesOf(given: CfdiOfTest, kind: string, payroll: XmlNode | null): XmlNode[] {
  if (payroll) {
    const total = cents(payroll.attributes['TotalPercepciones']) + cents(payroll.attributes['TotalOtrosPagos']);
    const discount = payroll.attributes['TotalDeducciones'];
    return [
      lineOf({
        description: 'Pago de nómina',
        productCode: '84111505',
        unitPrice: amount(total),
        vat: null,
        discount: discount ?? undefined,
      }),
    ];
  }
  if (kind === 'payment') return [lineOf({ description: 'Pago', productCode: '84111506', unitPrice: '0', vat: null })];
  if (kind === 'transfer')
    return (given.lines ?? [{}]).map((line) =>
      lineOf({ ...line, unitPrice: '0', vat: null, withheld: undefined, discount: undefined }),
    );
  return (given.lines ?? [{ unitPrice: '100.00' }]).map(lineOf);
}

function lineOf(line: LineOfTest): XmlNode {
  const { quantity = '1', unitPrice = '100.00', discount, vat = '0.160000', withheld } = line;
  const importe = round(scaled(quantity) * scaled(unitPrice), 10n);
  const base = importe - cents(discount);
  const transfer =
    vat === null
      ? null
      : node('cfdi:Traslados', {}, node('cfdi:Traslado', { Base: amount(base), ...vatOf(base, vat) }));
  const withholding = withheld
    ? node(
        'cfdi:Retenciones',
        {},
        node('cfdi:Retencion', {
          Base: amount(base),
          Impuesto: '001',
          TipoFactor: 'Tasa',
          TasaOCuota: withheld,
          Importe: amount(round(base * scaled(withheld), 6n)),
        }),
      )
    : null;
  return node(
    'cfdi:Concepto',
    {
      ClaveProdServ: line.productCode ?? '01010101',
      Cantidad: quantity,
      ClaveUnidad: 'ACT',
      Descripcion: line.description ?? 'Servicio',
      ValorUnitario: unitPrice,
      Importe: unitPrice === '0' ? '0' : amount(importe),
      Descuento: discount,
      ObjetoImp: transfer || withholding ? '02' : '01',
    },
    transfer || withholding ? node('cfdi:Impuestos', {}, transfer, withholding) : null,
    line.complement ? node('cfdi:ComplementoConcepto', {}, line.complement) : null,
  );
}

function vatOf(base: bigint, rate: string): Record<string, string> {
  if (rate === 'exempt') return { Impuesto: '002', TipoFactor: 'Exento' };
  const Importe = amount(round(base * scaled(rate), 6n));
  return { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: rate, Importe };
}

/** Adds up the taxes of lines by rate. */
function taxesOf(lines: XmlNode[]): { element: XmlNode | null; net: bigint } {
  const all = lines.flatMap(({ children }) => children.filter(({ name }) => name === 'cfdi:Impuestos'));
  const [transferred, withheld] = ['cfdi:Traslados', 'cfdi:Retenciones'].map((group) =>
    all.flatMap(({ children }) => children.filter(({ name }) => name === group)).flatMap(({ children }) => children),
  ) as [XmlNode[], XmlNode[]];
  if (transferred.length + withheld.length === 0) return { element: null, net: 0n };
  const rates = [...new Set(transferred.map(({ attributes }) => attributes['TasaOCuota']))];
  const summary = rates.map((rate) => {
    const taxes = transferred.filter(({ attributes }) => attributes['TasaOCuota'] === rate);
    const exempt = rate === undefined;
    return node('cfdi:Traslado', {
      Base: amount(sum(taxes, 'Base')),
      Impuesto: '002',
      TipoFactor: exempt ? 'Exento' : 'Tasa',
      TasaOCuota: rate,
      Importe: exempt ? undefined : amount(sum(taxes, 'Importe')),
    });
  });
  const [plus, minus] = [sum(transferred, 'Importe'), sum(withheld, 'Importe')];
  const element = node(
    'cfdi:Impuestos',
    {
      TotalImpuestosRetenidos: withheld.length > 0 ? amount(minus) : undefined,
      TotalImpuestosTrasladados: rates.some((rate) => rate !== undefined) ? amount(plus) : undefined,
    },
    withheld.length > 0
      ? node('cfdi:Retenciones', {}, node('cfdi:Retencion', { Impuesto: '001', Importe: amount(minus) }))
      : null,
    summary.length > 0 ? node('cfdi:Traslados', {}, ...summary) : null,
  );
  return { element, net: plus - minus };
}

function payrollOf(given: PayrollOfTest): XmlNode {
  const perceptions = (given.perceptions ?? [{ type: '001', taxed: '10000.00' }]).map(
    ({ type, concept = 'Sueldo', taxed = '0.00', exempt = '0.00' }) =>
      node('nomina12:Percepcion', {
        TipoPercepcion: type,
        Clave: `P${type}`,
        Concepto: concept,
        ImporteGravado: taxed,
        ImporteExento: exempt,
      }),
  );
  const deductions = (given.deductions ?? [{ type: '002', concept: 'ISR', amount: '1200.00' }]).map((row) =>
    node('nomina12:Deduccion', {
      TipoDeduccion: row.type,
      Clave: `D${row.type}`,
      Concepto: row.concept ?? 'Deducción',
      Importe: row.amount,
    }),
  );
  const otherPayments = (given.otherPayments ?? []).map((row) =>
    node('nomina12:OtroPago', {
      TipoOtroPago: row.type,
      Clave: `O${row.type}`,
      Concepto: row.concept ?? 'Otro pago',
      Importe: row.amount,
    }),
  );
  const [taxed, exempt] = [sum(perceptions, 'ImporteGravado'), sum(perceptions, 'ImporteExento')];
  const isr = sum(
    deductions.filter(({ attributes }) => attributes['TipoDeduccion'] === '002'),
    'Importe',
  );
  const deducted = sum(deductions, 'Importe');
  return node(
    'nomina12:Nomina',
    {
      Version: '1.2',
      TipoNomina: 'O',
      FechaPago: given.paidOn ?? '2026-11-15',
      FechaInicialPago: given.from ?? '2026-11-01',
      FechaFinalPago: given.to ?? '2026-11-15',
      NumDiasPagados: '15.000',
      TotalPercepciones: amount(taxed + exempt),
      TotalDeducciones: deductions.length > 0 ? amount(deducted) : undefined,
      TotalOtrosPagos: otherPayments.length > 0 ? amount(sum(otherPayments, 'Importe')) : undefined,
    },
    node('nomina12:Emisor', { RegistroPatronal: 'B5510768108' }),
    node('nomina12:Receptor', {
      Curp: 'XEXX010101HNEXXXA4',
      TipoContrato: '01',
      TipoRegimen: '02',
      NumEmpleado: '120',
      PeriodicidadPago: given.frequency ?? '04',
      ClaveEntFed: 'CMX',
    }),
    node(
      'nomina12:Percepciones',
      { TotalSueldos: amount(taxed + exempt), TotalGravado: amount(taxed), TotalExento: amount(exempt) },
      ...perceptions,
    ),
    deductions.length > 0
      ? node(
          'nomina12:Deducciones',
          {
            TotalOtrasDeducciones: deducted > isr ? amount(deducted - isr) : undefined,
            TotalImpuestosRetenidos: isr > 0n ? amount(isr) : undefined,
          },
          ...deductions,
        )
      : null,
    otherPayments.length > 0 ? node('nomina12:OtrosPagos', {}, ...otherPayments) : null,
  );
}

function paymentsOf(payments: PaymentOfTest[]): XmlNode {
  const rows = payments.map(({ form = '03', paidAt = '2026-11-20T12:00:00', documents }) =>
    node(
      'pago20:Pago',
      {
        FechaPago: paidAt,
        FormaDePagoP: form,
        MonedaP: 'MXN',
        TipoCambioP: '1',
        Monto: amount(documents.reduce((total, { paid }) => total + cents(paid), 0n)),
      },
      ...documents.map(({ uuid, installment = 1, paid, before = paid }) =>
        node('pago20:DoctoRelacionado', {
          IdDocumento: uuid,
          MonedaDR: 'MXN',
          EquivalenciaDR: '1',
          NumParcialidad: String(installment),
          ImpSaldoAnt: before,
          ImpPagado: paid,
          ImpSaldoInsoluto: amount(cents(before) - cents(paid)),
          ObjetoImpDR: '01',
        }),
      ),
    ),
  );
  return node(
    'pago20:Pagos',
    { Version: '2.0' },
    node('pago20:Totales', { MontoTotalPagos: amount(sum(rows, 'Monto')) }),
    ...rows,
  );
}

function localTaxesOf({ transferred, withheld }: { transferred?: string; withheld?: string }): XmlNode {
  return node(
    'implocal:ImpuestosLocales',
    { version: '1.0', TotaldeRetenciones: withheld ?? '0.00', TotaldeTraslados: transferred ?? '0.00' },
    withheld
      ? node('implocal:RetencionesLocales', {
          ImpLocRetenido: 'Cinco al millar',
          TasadeRetencion: '0.50',
          Importe: withheld,
        })
      : null,
    transferred
      ? node('implocal:TrasladosLocales', { ImpLocTrasladado: 'ISH', TasadeTraslado: '3.00', Importe: transferred })
      : null,
  );
}

function airlineOf({ tua, charges }: { tua: string; charges?: string }): XmlNode {
  return node(
    'aerolineas:Aerolineas',
    { Version: '1.0', TUA: tua },
    charges
      ? node(
          'aerolineas:OtrosCargos',
          { TotalCargos: charges },
          node('aerolineas:Cargo', { CodigoCargo: 'XV', Importe: charges }),
        )
      : null,
  );
}

function stampOf(given: CfdiOfTest, seal: string): XmlNode {
  return node('tfd:TimbreFiscalDigital', {
    Version: '1.1',
    UUID: given.uuid ?? randomUUID(),
    FechaTimbrado: given.stampedAt ?? '2026-11-15T10:31:12',
    RfcProvCertif: 'SAT970701NN3',
    SelloCFD: seal,
    NoCertificadoSAT: '30001000000500003456',
    SelloSAT: randomBytes(256).toString('base64'),
  });
}

function sum(rows: XmlNode[], attribute: string): bigint {
  return rows.reduce((total, { attributes }) => total + cents(attributes[attribute]), 0n);
}

function cents(text = '0'): bigint {
  return scaled(text) / 10_000n;
}

/** Returns a decimal in millionths. */
function scaled(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
}

/** Rounds half up, dropping a number of digits. */
function round(value: bigint, digits: bigint): bigint {
  const unit = 10n ** digits;
  return (value + unit / 2n) / unit;
}

function amount(value: bigint): string {
  const digits = value.toString().replace('-', '').padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
