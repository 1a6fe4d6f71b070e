import { coded } from './catalogues/coded.js';
import type { Catalogue } from './catalogues/coded.js';
import type { Cfdi, CfdiKind, CfdiLine, CfdiParty, CfdiPayment, CfdiRelation, CfdiTax, Coded } from './cfdi.js';
import { complementsOf, parseDocument } from './document.js';
import type { CfdiDocument } from './document.js';
import { PAYMENTS, PAYROLL } from './namespaces.js';
import { readPayroll } from './read-payroll.js';
import { checkSeal } from './seal/check-seal.js';
import { checkTotals } from './totals/check-totals.js';
import { attribute, decimalAt, decimalOrNull, elementsAt, optionalAttribute } from './xml/xml-element.js';
import type { XmlElement } from './xml/xml-element.js';

const KINDS: Record<string, CfdiKind> = { I: 'income', E: 'credit', T: 'transfer', N: 'payroll', P: 'payment' };

/**
 * Reads one stamped CFDI 4.0 and verifies it offline.
 * @throws CfdiUnreadable if the bytes are not a stamped CFDI 4.0 or violate its schema
 */
export function readCfdi(bytes: Buffer): Cfdi {
  const document = parseDocument(bytes);
  const content = contentOf(document);
  return {
    ...content,
    verification: {
      structure: 'valid',
      totals: checkTotals(document, content),
      seal: checkSeal(document),
      stamp: 'unchecked',
    },
  };
}

function contentOf(document: CfdiDocument): Omit<Cfdi, 'verification'> {
  const { root, stamp } = document;
  const [issuer, receiver] = [elementsAt(root, 'Emisor')[0]!, elementsAt(root, 'Receptor')[0]!];
  const kind = KINDS[attribute(root, 'TipoDeComprobante')]!;
  return {
    uuid: attribute(stamp, 'UUID').toUpperCase(),
    kind,
    issuer: partyOf(issuer, 'RegimenFiscal'),
    receiver: partyOf(receiver, 'RegimenFiscalReceptor'),
    series: optionalAttribute(root, 'Serie'),
    folio: optionalAttribute(root, 'Folio'),
    issuedAt: attribute(root, 'Fecha'),
    stampedAt: attribute(stamp, 'FechaTimbrado'),
    currency: attribute(root, 'Moneda'),
    rate: decimalOrNull(root, 'TipoCambio'),
    subtotal: decimalAt(root, 'SubTotal'),
    discount: decimalOrNull(root, 'Descuento'),
    total: decimalAt(root, 'Total'),
    paymentMethod: codeAt(root, 'MetodoPago', 'paymentMethod'),
    paymentForm: codeAt(root, 'FormaPago', 'paymentForm'),
    use: coded('use', attribute(receiver, 'UsoCFDI')),
    lines: elementsAt(root, 'Conceptos', 'Concepto').map(lineOf),
    taxes: {
      transferred: elementsAt(root, 'Impuestos', 'Traslados', 'Traslado').map(taxOf),
      withheld: elementsAt(root, 'Impuestos', 'Retenciones', 'Retencion').map(taxOf),
    },
    payroll: kind === 'payroll' ? readPayroll(complementsOf(document, PAYROLL, 'Nomina')) : null,
    payments: kind === 'payment' ? complementsOf(document, PAYMENTS, 'Pagos').flatMap(paymentsOf) : [],
    related: elementsAt(root, 'CfdiRelacionados').flatMap(relationsOf),
  };
}

function partyOf(element: XmlElement, regime: string): CfdiParty {
  return {
    rfc: attribute(element, 'Rfc'),
    name: attribute(element, 'Nombre'),
    regime: coded('regime', attribute(element, regime)),
  };
}

function lineOf(element: XmlElement): CfdiLine {
  return {
    productCode: attribute(element, 'ClaveProdServ'),
    description: attribute(element, 'Descripcion'),
    quantity: decimalAt(element, 'Cantidad'),
    unitPrice: decimalAt(element, 'ValorUnitario'),
    amount: decimalAt(element, 'Importe'),
    discount: decimalOrNull(element, 'Descuento'),
  };
}

function taxOf(element: XmlElement): CfdiTax {
  return {
    tax: coded('tax', attribute(element, 'Impuesto')),
    rate: decimalOrNull(element, 'TasaOCuota'),
    amount: decimalOrNull(element, 'Importe'),
  };
}

function paymentsOf(complement: XmlElement): CfdiPayment[] {
  return elementsAt(complement, 'Pago').flatMap((payment) =>
    elementsAt(payment, 'DoctoRelacionado').map((document) => ({
      uuid: attribute(document, 'IdDocumento').toUpperCase(),
      installment: Number(attribute(document, 'NumParcialidad')),
      paid: decimalAt(document, 'ImpPagado'),
      outstanding: decimalAt(document, 'ImpSaldoInsoluto'),
      currency: attribute(document, 'MonedaDR'),
      form: coded('paymentForm', attribute(payment, 'FormaDePagoP')),
      paidAt: attribute(payment, 'FechaPago'),
    })),
  );
}

function relationsOf(group: XmlElement): CfdiRelation[] {
  const relation = coded('relation', attribute(group, 'TipoRelacion'));
  return elementsAt(group, 'CfdiRelacionado').map((element) => ({
    relation,
    uuid: attribute(element, 'UUID').toUpperCase(),
  }));
}

function codeAt(element: XmlElement, name: string, catalogue: Catalogue): Coded | null {
  const code = optionalAttribute(element, name);
  return code === null ? null : coded(catalogue, code);
}
