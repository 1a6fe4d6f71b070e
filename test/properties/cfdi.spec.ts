import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isStoredDocument } from '../../libs/invoicing/src/invoices/stored-document.js';
import { CfdiUnreadable, readCfdi } from '@app/cfdi';
import { cfdi } from '../support/cfdi.js';
import type { CfdiOfTest } from '../support/cfdi.js';
import { descendants } from '../support/xml-node.js';
import type { XmlNode } from '../support/xml-node.js';

const VALID = { structure: 'valid', totals: 'valid', seal: 'valid', stamp: 'unchecked' };

const money = fc.integer({ min: 100, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));
const text = fc
  .string({ unit: fc.constantFrom(...'aZ9 ñÑáé&<>"\'\t\n\u00a0😀'), minLength: 1, maxLength: 30 })
  .filter((value) => /[^ \t\n]/.test(value));
const line = fc.record({
  description: text,
  quantity: fc.constantFrom('1', '2.5', '0.333', '12'),
  unitPrice: money,
  vat: fc.constantFrom('0.160000', '0.080000', '0.000000', 'exempt', null),
  withheld: fc.option(fc.constantFrom('0.100000', '0.012500'), { nil: undefined }),
});
const row = fc.record({ concept: fc.constantFrom('Sueldo', 'Vales'), amount: money });
const invoice: fc.Arbitrary<CfdiOfTest> = fc.record({
  kind: fc.constantFrom('income', 'credit', 'transfer', 'payroll', 'payment'),
  issuer: fc.record({ name: text }),
  receiver: fc.record({ name: text }),
  folio: fc.option(fc.constantFrom('1', 'A-77'), { nil: undefined }),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  related: fc.array(
    fc.record({ relation: fc.constantFrom('01', '04'), uuids: fc.array(fc.uuid(), { minLength: 1 }) }),
    {
      maxLength: 2,
    },
  ),
  localTaxes: fc.option(fc.record({ transferred: money }), { nil: undefined }),
  payroll: fc.record({
    perceptions: fc.array(fc.record({ type: fc.constantFrom('001', '029', '048'), taxed: money, exempt: money }), {
      minLength: 1,
      maxLength: 4,
    }),
    deductions: fc.constant([{ type: '002', amount: '0.01' }]),
    otherPayments: fc.array(
      row.map((values) => ({ ...values, type: '006' })),
      { maxLength: 2 },
    ),
  }),
  payments: fc.array(
    fc.record({
      documents: fc.array(fc.record({ uuid: fc.uuid(), paid: money }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

/** Returns the attributes that the seal covers: all except the seal, the certificate and the stamp. */
function sealedAttributes(root: XmlNode): { attributes: Record<string, string>; name: string }[] {
  return descendants(root)
    .filter(({ name }) => name !== 'tfd:TimbreFiscalDigital')
    .flatMap(({ attributes }) =>
      Object.keys(attributes)
        .filter((name) => !/^(Sello|Certificado|xmlns.*)$/.test(name))
        .map((name) => ({ attributes, name })),
    );
}

/** Replaces one character with another that most types of the schema allow. */
function altered(value: string, at: number): string {
  const index = at % value.length;
  const character = value[index]!;
  const other = /\d/.test(character) ? String((Number(character) + 1) % 10) : character === 'x' ? 'y' : 'x';
  return value.slice(0, index) + other + value.slice(index + 1);
}

/** Values that the schemas allow for some attributes. */
const unusual = fc.constantFrom(
  ...['123-45-678901234', '6d7434a6-e3f2-47ad-9e4c-08849946afa0', '.5', '+5.', '-0', '1.0000000000', '999', 'ñ&'],
  ...['1234567890123456789', '9999999999999999999.999999', `${'9'.repeat(28)}.5`, '1234567890123456789x123456'],
);

describe('random invoices', () => {
  it('with unusual values are rejected, or read as documents that a workspace export can restore', () => {
    let read = 0;
    fc.assert(
      fc.property(invoice, fc.array(fc.tuple(fc.noBias(fc.nat()), unusual), { maxLength: 2 }), (given, changes) => {
        const tamper = (root: XmlNode) => {
          const fields = sealedAttributes(root);
          for (const [which, value] of changes) {
            const { attributes, name } = fields[which % fields.length]!;
            attributes[name] = value;
          }
        };
        try {
          expect(isStoredDocument(JSON.parse(JSON.stringify(readCfdi(cfdi({ ...given, tamper })))))).toBe(true);
          read += 1;
        } catch (error) {
          if (!(error instanceof CfdiUnreadable)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it.each(['Cantidad', 'ValorUnitario', 'Importe'])('with 19 digits in %s can be restored', (name) => {
    const tamper = (root: XmlNode) =>
      (descendants(root).find((element) => element.name === 'cfdi:Concepto')!.attributes[name] = '1234567890123456789');
    expect(isStoredDocument(readCfdi(cfdi({ tamper })))).toBe(true);
  });

  it('are valid, and every change to a sealed field invalidates the seal or is rejected', () => {
    let invalid = 0;
    fc.assert(
      fc.property(invoice, fc.noBias(fc.nat()), fc.noBias(fc.nat()), (given, which, at) => {
        expect(readCfdi(cfdi(given)).verification).toEqual(VALID);
        const tamper = (root: XmlNode) => {
          const fields = sealedAttributes(root);
          const { attributes, name } = fields[which % fields.length]!;
          attributes[name] = altered(attributes[name]!, at);
        };
        try {
          expect(readCfdi(cfdi({ ...given, tamper })).verification.seal).toBe('invalid');
          invalid += 1;
        } catch (error) {
          // The schema rejects some changes, such as a month 13.
          if (!(error instanceof CfdiUnreadable)) throw error;
        }
      }),
      { numRuns: 300 },
    );
    expect(invalid).toBeGreaterThan(100);
  });

  it('with damaged bytes are read or rejected as unreadable', () => {
    fc.assert(
      fc.property(
        invoice,
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.constantFrom('<', '>', '"', '&', '\0', ']]>', '<!--', '\xff', 'xmlns:a="'),
          ),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        (given, changes) => {
          const bytes = changes.reduce((file, [at, put]) => {
            const index = Math.floor(at * file.length);
            return Buffer.concat([file.subarray(0, index), Buffer.from(put, 'latin1'), file.subarray(index)]);
          }, cfdi(given));
          try {
            expect(readCfdi(bytes).verification.structure).toBe('valid');
          } catch (error) {
            if (!(error instanceof CfdiUnreadable)) throw error;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
