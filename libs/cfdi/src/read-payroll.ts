import { coded, labelOf } from './catalogues/coded.js';
import type { CfdiPayroll, PayrollAmount, PayrollPerception } from './cfdi.js';
import { decimalOf, sumOf } from './decimals.js';
import { attribute, decimalAt, elementsAt } from './xml/xml-element.js';
import type { XmlElement } from './xml/xml-element.js';

/** Vouchers (029 to 032), shares (045), food (047) and housing (048). */
const IN_KIND_PERCEPTIONS = ['029', '030', '031', '032', '045', '047', '048'];
/** Meals in kind. */
const IN_KIND_OTHER_PAYMENTS = ['006'];

/** Merges the payroll complements of a receipt. A receipt for wages and severance pay has two. */
export function readPayroll(complements: readonly XmlElement[]): CfdiPayroll | null {
  const [first] = complements;
  if (!first) return null;
  const perceptions = complements.flatMap((payroll) =>
    elementsAt(payroll, 'Percepciones', 'Percepcion').map(perception),
  );
  const deductions = complements.flatMap((payroll) =>
    elementsAt(payroll, 'Deducciones', 'Deduccion').map((element) => amountOf(element, 'TipoDeduccion', 'deduction')),
  );
  const otherPayments = complements.flatMap((payroll) =>
    elementsAt(payroll, 'OtrosPagos', 'OtroPago').map((element) => amountOf(element, 'TipoOtroPago', 'otherPayment')),
  );
  const inKind =
    perceived(perceptions.filter(({ type }) => IN_KIND_PERCEPTIONS.includes(type))) +
    amounts(otherPayments.filter(({ type }) => IN_KIND_OTHER_PAYMENTS.includes(type)));
  const net = perceived(perceptions) + amounts(otherPayments) - amounts(deductions) - inKind;
  return {
    paidOn: attribute(first, 'FechaPago'),
    from: complements.map((payroll) => attribute(payroll, 'FechaInicialPago')).sort()[0]!,
    to: complements
      .map((payroll) => attribute(payroll, 'FechaFinalPago'))
      .sort()
      .at(-1)!,
    frequency: coded('payFrequency', attribute(elementsAt(first, 'Receptor')[0]!, 'PeriodicidadPago')),
    perceptions,
    deductions,
    otherPayments,
    inKind: decimalOf(inKind),
    net: decimalOf(net),
  };
}

function perception(element: XmlElement): PayrollPerception {
  const type = attribute(element, 'TipoPercepcion');
  return {
    type,
    label: labelOf('perception', type),
    concept: attribute(element, 'Concepto'),
    taxed: decimalAt(element, 'ImporteGravado'),
    exempt: decimalAt(element, 'ImporteExento'),
  };
}

function amountOf(element: XmlElement, typeName: string, catalogue: 'deduction' | 'otherPayment'): PayrollAmount {
  const type = attribute(element, typeName);
  return {
    type,
    label: labelOf(catalogue, type),
    concept: attribute(element, 'Concepto'),
    amount: decimalAt(element, 'Importe'),
  };
}

function perceived(perceptions: readonly PayrollPerception[]): bigint {
  return sumOf(perceptions.flatMap(({ taxed, exempt }) => [taxed, exempt]));
}

function amounts(payments: readonly PayrollAmount[]): bigint {
  return sumOf(payments.map(({ amount }) => amount));
}
