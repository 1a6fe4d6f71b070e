import { describe, expect, it } from '@jest/globals';
import { cfdi } from '../../../../test/support/cfdi.js';
import type { CfdiOfTest } from '../../../../test/support/cfdi.js';
import { find } from '../../../../test/support/xml-node.js';
import { readCfdi } from '../read-cfdi.js';

const totalsOf = (given: CfdiOfTest) => readCfdi(cfdi(given)).verification.totals;

/** Sets an attribute of the first element with a name. */
const set =
  (element: string, attribute: string, value: string): CfdiOfTest['change'] =>
  (root) => {
    find(root, element).attributes[attribute] = value;
  };

const LINES = [
  { quantity: '3', unitPrice: '33.33', discount: '10.00' },
  { unitPrice: '50.05', vat: '0.000000', withheld: '0.100000' },
  { unitPrice: '7.77', vat: 'exempt' },
  { unitPrice: '1.00', vat: null },
];
const PAYROLL = {
  perceptions: [
    { type: '001', taxed: '9000.10' },
    { type: '029', exempt: '500.05' },
  ],
  otherPayments: [{ type: '002', amount: '10.00' }],
};

describe('totals', () => {
  it('match the lines, discounts, taxes, local taxes and airline charges', () => {
    const localTaxes = { transferred: '4.50', withheld: '0.75' };
    const invoice = readCfdi(cfdi({ lines: LINES, localTaxes, airline: { tua: '650.00', charges: '12.34' } }));
    expect(invoice).toMatchObject({ total: '824.29', verification: { totals: 'valid' } });
  });

  it.each<[string, CfdiOfTest['change']]>([
    ['total', set('cfdi:Comprobante', 'Total', '158.21')],
    ['subtotal', set('cfdi:Comprobante', 'SubTotal', '158.80')],
    ['discount', set('cfdi:Comprobante', 'Descuento', '10.01')],
    ['amount of a line', set('cfdi:Concepto', 'Importe', '100.00')],
    ['discount of a line', set('cfdi:Concepto', 'Descuento', '9.99')],
    ['tax of a line', set('cfdi:Traslado', 'Importe', '14.41')],
    ['tax withheld from a line', set('cfdi:Retencion', 'Importe', '5.02')],
    [
      'total of taxes',
      (root) =>
        (root.children.find(({ name }) => name === 'cfdi:Impuestos')!.attributes['TotalImpuestosTrasladados'] =
          '14.39'),
    ],
    [
      'total of taxes withheld',
      (root) =>
        (root.children.find(({ name }) => name === 'cfdi:Impuestos')!.attributes['TotalImpuestosRetenidos'] = '5.00'),
    ],
    ['rate of a tax', set('cfdi:Traslado', 'TasaOCuota', '0.080000')],
  ])('do not match if the %s is wrong', (_, change) => {
    expect(totalsOf({ lines: LINES })).toBe('valid');
    expect(totalsOf({ lines: LINES, change })).toBe('mismatch');
  });

  it.each<[string, CfdiOfTest['change']]>([
    ['total of local taxes', set('implocal:ImpuestosLocales', 'TotaldeTraslados', '4.51')],
    ['total of local taxes withheld', set('implocal:ImpuestosLocales', 'TotaldeRetenciones', '0.76')],
    ['local tax', set('implocal:TrasladosLocales', 'Importe', '4.49')],
    ['airport fee', set('aerolineas:Aerolineas', 'TUA', '649.99')],
    ['charge of the airline', set('aerolineas:OtrosCargos', 'TotalCargos', '12.35')],
  ])('do not match if the %s is a cent off', (_, change) => {
    const given = {
      localTaxes: { transferred: '4.50', withheld: '0.75' },
      airline: { tua: '650.00', charges: '12.34' },
    };
    expect(totalsOf({ ...given, change })).toBe('mismatch');
  });

  it.each<[string, CfdiOfTest['change']]>([
    ['taxed perception', set('nomina12:Percepcion', 'ImporteGravado', '9000.11')],
    ['deduction', set('nomina12:Deduccion', 'Importe', '1200.01')],
    ['other payment', set('nomina12:OtroPago', 'Importe', '10.01')],
    ['total of perceptions', set('nomina12:Nomina', 'TotalPercepciones', '9500.16')],
    ['total of deductions', set('nomina12:Nomina', 'TotalDeducciones', '1199.99')],
    ['total of other payments', set('nomina12:Nomina', 'TotalOtrosPagos', '10.01')],
    ['total of taxed perceptions', set('nomina12:Percepciones', 'TotalGravado', '9000.11')],
    ['total of exempt perceptions', set('nomina12:Percepciones', 'TotalExento', '500.06')],
  ])('of a payroll receipt do not match if the %s is a cent off', (_, change) => {
    expect(totalsOf({ kind: 'payroll', payroll: PAYROLL })).toBe('valid');
    expect(totalsOf({ kind: 'payroll', payroll: PAYROLL, change })).toBe('mismatch');
  });

  it.each(['payment', 'transfer'] as const)('of a %s receipt must be zero', (kind) => {
    expect(totalsOf({ kind })).toBe('valid');
    expect(totalsOf({ kind, change: set('cfdi:Comprobante', 'Total', '0.01') })).toBe('mismatch');
    expect(totalsOf({ kind, change: set('cfdi:Comprobante', 'SubTotal', '1') })).toBe('mismatch');
  });

  it('match if lines have more decimals than the total', () => {
    const precise: CfdiOfTest['change'] = (root) => {
      Object.assign(find(root, 'cfdi:Concepto').attributes, { ValorUnitario: '99.995678', Importe: '99.995678' });
      find(root, 'cfdi:Traslado').attributes['Importe'] = '15.999308';
    };
    expect(totalsOf({ change: precise })).toBe('valid');
  });

  it('are compared to the cent even for the largest amounts of the schema', () => {
    const largest = '999999999999999999.99';
    const lines = [{ unitPrice: largest, vat: null }];
    expect(totalsOf({ lines })).toBe('valid');
    expect(totalsOf({ lines, change: set('cfdi:Comprobante', 'Total', '999999999999999999.98') })).toBe('mismatch');
  });
});
