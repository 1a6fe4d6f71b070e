import { coded } from './catalogues/coded.js';
import type { Catalogue } from './catalogues/coded.js';
import type { Cfdi, CfdiKind, CfdiLine, CfdiParty, CfdiPayment, CfdiRelation, CfdiTax, Coded } from './cfdi.js';
import { complementsOf, parseDocument } from './document.js';
import { PAYMENTS, PAYROLL } from './namespaces.js';
import { readPayroll } from './read-payroll.js';
import { attribute, elementsAt, optionalAttribute } from './xml/xml-element.js';
import type { XmlElement } from './xml/xml-element.js';

const KINDS: Record<string, CfdiKind> = { I: 'income', E: 'credit', T: 'transfer', N: 'payroll', P: 'payment' };

/**
 * Reads one CFDI 4.0 with its stamp, and verifies it without the network.
 * @throws CfdiUnreadable if the bytes are anything else, or break the schema
 */
export function readCfdi(bytes: Buffer): Cfdi {
  const document = parseDocument(bytes);
  const { root, stamp } = document;
  const [issuer, receiver] = [elementsAt(root, 'Emisor')[0]!, elementsAt(root, 'Receptor')[0]!];
  return {
    uuid: attribute(stamp, 'UUID').toUpperCase(),
    kind: KINDS[attribute(root, 'TipoDeComprobante')]!,
    issuer: partyOf(issuer, 'RegimenFiscal'),
    receiver: partyOf(receiver, 'RegimenFiscalReceptor'),
    series: optionalAttribute(root, 'Serie'),
    folio: optionalAttribute(root, 'Folio'),
    issuedAt: attribute(root, 'Fecha'),
    stampedAt: attribute(stamp, 'FechaTimbrado'),
    currency: attribute(root, 'Moneda'),
    rate: optionalAttribute(root, 'TipoCambio'),
    subtotal: attribute(root, 'SubTotal'),
    discount: optionalAttribute(root, 'Descuento'),
    total: attribute(root, 'Total'),
    paymentMethod: codeAt(root, 'MetodoPago', 'paymentMethod'),
    paymentForm: codeAt(root, 'FormaPago', 'paymentForm'),
    use: coded('use', attribute(receiver, 'UsoCFDI')),
    lines: elementsAt(root, 'Conceptos', 'Concepto').map(lineOf),
    taxes: {
      transferred: elementsAt(root, 'Impuestos', 'Traslados', 'Traslado').map(taxOf),
      withheld: elementsAt(root, 'Impuestos', 'Retenciones', 'Retencion').map(taxOf),
    },
    payroll: readPayroll(complementsOf(document, PAYROLL, 'Nomina')),
    payments: complementsOf(document, PAYMENTS, 'Pagos').flatMap((complement) =>
      elementsAt(complement, 'Pago').flatMap(paymentsOf),
    ),
    related: elementsAt(root, 'CfdiRelacionados').flatMap(relationsOf),
    verification: { structure: 'valid', totals: 'valid', seal: 'unsupported', stamp: 'unchecked' },
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
    quantity: attribute(element, 'Cantidad'),
    unitPrice: attribute(element, 'ValorUnitario'),
    amount: attribute(element, 'Importe'),
    discount: optionalAttribute(element, 'Descuento'),
  };
}

function taxOf(element: XmlElement): CfdiTax {
  return {
    tax: coded('tax', attribute(element, 'Impuesto')),
    rate: optionalAttribute(element, 'TasaOCuota'),
    amount: optionalAttribute(element, 'Importe'),
  };
}

function paymentsOf(payment: XmlElement): CfdiPayment[] {
  return elementsAt(payment, 'DoctoRelacionado').map((document) => ({
    uuid: attribute(document, 'IdDocumento').toUpperCase(),
    installment: Number(attribute(document, 'NumParcialidad')),
    paid: attribute(document, 'ImpPagado'),
    outstanding: attribute(document, 'ImpSaldoInsoluto'),
    currency: attribute(document, 'MonedaDR'),
    form: coded('paymentForm', attribute(payment, 'FormaDePagoP')),
    paidAt: attribute(payment, 'FechaPago'),
  }));
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
