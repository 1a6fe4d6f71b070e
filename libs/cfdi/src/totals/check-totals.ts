import type { Cfdi, CfdiVerification, Decimal } from '../cfdi.js';
import { agreeToTheCent, sumOf, unitsOf } from '../decimals.js';
import { complementsOf } from '../document.js';
import type { CfdiDocument } from '../document.js';
import { AIRLINES, LOCAL_TAXES, PAYROLL } from '../namespaces.js';
import { elementsAt, optionalAttribute } from '../xml/xml-element.js';
import type { XmlElement } from '../xml/xml-element.js';

type Amounts = Pick<Cfdi, 'kind' | 'subtotal' | 'discount' | 'total' | 'lines'>;

/** Compares the totals of a CFDI with the sums of their components, to the cent. */
export function checkTotals(document: CfdiDocument, cfdi: Amounts): CfdiVerification['totals'] {
  return [...sumsOf(document, cfdi)].every(([printed, sum]) => agreeToTheCent(printed, sum)) ? 'valid' : 'mismatch';
}

/** Yields pairs of a stated total and the sum of its components. */
function* sumsOf(document: CfdiDocument, { kind, subtotal, discount, total, lines }: Amounts): Pairs {
  if (kind === 'payment' || kind === 'transfer') {
    yield [unitsOf(subtotal), 0n];
    yield [unitsOf(total), 0n];
    return;
  }
  const { root } = document;
  yield [unitsOf(subtotal), sumOf(lines.map(({ amount }) => amount))];
  yield [sumOf([discount]), sumOf(lines.map((line) => line.discount))];
  yield* taxSums(root);
  for (const localTaxes of complementsOf(document, LOCAL_TAXES, 'ImpuestosLocales')) yield* localSums(localTaxes);
  if (kind === 'payroll') yield* payrollSums(complementsOf(document, PAYROLL, 'Nomina'), subtotal, discount);
  const taxed = at([root], 'Impuestos/TotalImpuestosTrasladados') - at([root], 'Impuestos/TotalImpuestosRetenidos');
  yield [unitsOf(total), unitsOf(subtotal) - sumOf([discount]) + taxed + extrasOf(document)];
}

/** Sums local taxes, airport fees and other airline charges, which are not lines of the invoice. */
function extrasOf(document: CfdiDocument): bigint {
  const local = complementsOf(document, LOCAL_TAXES, 'ImpuestosLocales');
  const airlines = complementsOf(document, AIRLINES, 'Aerolineas');
  return (
    at(local, 'TotaldeTraslados') -
    at(local, 'TotaldeRetenciones') +
    at(airlines, 'TUA') +
    at(airlines, 'OtrosCargos/TotalCargos')
  );
}

/** Pairs the stated tax totals with the tax summary, and each row of the summary with the lines. */
function* taxSums(root: XmlElement): Pairs {
  yield [at([root], 'Impuestos/TotalImpuestosTrasladados'), at([root], 'Impuestos/Traslados/Traslado/Importe')];
  yield [at([root], 'Impuestos/TotalImpuestosRetenidos'), at([root], 'Impuestos/Retenciones/Retencion/Importe')];
  yield* sumsByKey(root, ['Traslados', 'Traslado'], ['Impuesto', 'TipoFactor', 'TasaOCuota']);
  yield* sumsByKey(root, ['Retenciones', 'Retencion'], ['Impuesto']);
}

/** Pairs row by row, because each row of the summary is rounded separately. */
function* sumsByKey(root: XmlElement, path: readonly string[], key: readonly string[]): Pairs {
  const summary = byKey(elementsAt(root, 'Impuestos', ...path), key);
  const lines = byKey(elementsAt(root, 'Conceptos', 'Concepto', 'Impuestos', ...path), key);
  for (const tax of new Set([...summary.keys(), ...lines.keys()])) {
    yield [summary.get(tax) ?? 0n, lines.get(tax) ?? 0n];
  }
}

function byKey(taxes: readonly XmlElement[], key: readonly string[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const tax of taxes) {
    const values = key.map((name) => optionalAttribute(tax, name)?.replace(/\.?0+$/, '')).join(' ');
    sums.set(values, (sums.get(values) ?? 0n) + sumOf([optionalAttribute(tax, 'Importe')]));
  }
  return sums;
}

function* localSums(localTaxes: XmlElement): Pairs {
  yield [at([localTaxes], 'TotaldeTraslados'), at([localTaxes], 'TrasladosLocales/Importe')];
  yield [at([localTaxes], 'TotaldeRetenciones'), at([localTaxes], 'RetencionesLocales/Importe')];
}

function* payrollSums(payrolls: readonly XmlElement[], subtotal: Decimal, discount: Decimal | null): Pairs {
  for (const payroll of payrolls) {
    const taxed = at([payroll], 'Percepciones/Percepcion/ImporteGravado');
    const exempt = at([payroll], 'Percepciones/Percepcion/ImporteExento');
    yield [at([payroll], 'Percepciones/TotalGravado'), taxed];
    yield [at([payroll], 'Percepciones/TotalExento'), exempt];
    yield [at([payroll], 'TotalPercepciones'), taxed + exempt];
    yield [at([payroll], 'TotalDeducciones'), at([payroll], 'Deducciones/Deduccion/Importe')];
    yield [at([payroll], 'TotalOtrosPagos'), at([payroll], 'OtrosPagos/OtroPago/Importe')];
  }
  yield [unitsOf(subtotal), at(payrolls, 'TotalPercepciones') + at(payrolls, 'TotalOtrosPagos')];
  yield [sumOf([discount]), at(payrolls, 'TotalDeducciones')];
}

/** Sums an attribute over all elements at a path. The last name of the path is the attribute. */
function at(from: readonly XmlElement[], path: string): bigint {
  const names = path.split('/');
  const name = names.pop()!;
  return sumOf(from.flatMap((element) => elementsAt(element, ...names)).map((found) => optionalAttribute(found, name)));
}

type Pairs = Generator<[printed: bigint, sum: bigint]>;
