import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DeductionInvoice } from './deductions.js';
import { deductionsOf } from './deductions.js';

const SEED = 20261120;
const [OWN, SPOUSE, ISSUER] = ['XIQB891116QE4', 'CACX7605101P8', 'EKU9003173C9'];

const anInvoice = (given: Partial<DeductionInvoice> = {}): DeductionInvoice => ({
  ...{ id: 'i', uuid: 'U', kind: 'income', issuer: ISSUER, receiver: OWN, use: 'D01', currency: 'MXN' },
  ...{
    total: '1000.00',
    rate: null,
    form: '04',
    seal: 'valid',
    totals: 'valid',
    deducts: true,
    related: [],
    payments: [],
  },
  ...given,
});
const other = (given: Partial<DeductionInvoice>) => anInvoice({ id: 'o', uuid: 'O', deducts: false, ...given });
const relates = (relation: string, uuid = 'U') => ({ related: [{ relation, uuid }] });
const pays = (paid: string, form = '03', given: object = {}) =>
  other({ kind: 'payment', payments: [{ uuid: 'U', paid, currency: 'MXN', form, ...given }] });
const report = (invoices: DeductionInvoice[], income: string | null = null) =>
  deductionsOf(invoices, OWN, '213973.20', income);
const totalOf = async (...invoices: DeductionInvoice[]) => (await report(invoices)).total.toString();
const reasonsOf = async (...invoices: DeductionInvoice[]) =>
  (await report(invoices)).excluded.flatMap(({ reasons }) => reasons);

describe('deductions', () => {
  it('excludes an invoice and returns all reasons', async () => {
    const wrong = { receiver: SPOUSE, form: '01', seal: 'invalid', totals: 'mismatch', currency: 'USD' };
    expect(await reasonsOf(anInvoice(wrong))).toEqual([
      ...(['NOT_YOUR_RFC', 'CASH_PAYMENT', 'SEAL_INVALID', 'TOTALS_MISMATCH', 'CURRENCY'] as const),
    ]);
    expect((await report([anInvoice(wrong)])).excluded[0]!.amount).toBeNull();
    expect(await reasonsOf(anInvoice({ currency: 'USD', rate: '99999999999.5' }))).toEqual(['CURRENCY']);
    expect(await reasonsOf(anInvoice({ seal: 'unsupported' }))).toEqual([]);
  });

  it.each(['D01', 'D02', 'D08', 'D09', 'D10'])('accepts %s only with a traceable form of payment', async (use) => {
    for (const form of ['02', '03', '04', '05', '06', '28', '29'])
      expect(await reasonsOf(anInvoice({ use, form }))).toEqual([]);
    for (const form of ['01', '08', '17', '31'])
      expect(await reasonsOf(anInvoice({ use, form }))).toEqual(['CASH_PAYMENT']);
    for (const form of ['99', null]) expect(await reasonsOf(anInvoice({ use, form }))).toEqual(['PAYMENT_UNKNOWN']);
  });

  it.each(['D03', 'D04', 'D05', 'D06', 'D07'])('accepts %s with any form of payment', async (use) => {
    for (const form of ['01', '99', null]) expect(await reasonsOf(anInvoice({ use, form }))).toEqual([]);
  });

  it('accepts an unknown form of payment if receipts with traceable forms cover the invoice', async () => {
    const later = anInvoice({ form: '99' });
    expect(await reasonsOf(later, pays('600.00'), pays('400.00', '28'))).toEqual([]);
    expect(await reasonsOf(later, pays('600.00'), pays('399.99'))).toEqual(['PAYMENT_UNKNOWN']);
    expect(await reasonsOf(later, pays('600.00'), pays('400.00', '01'))).toEqual(['PAYMENT_UNKNOWN']);
    expect(await reasonsOf(later, { ...pays('1000.00'), issuer: SPOUSE! })).toEqual(['PAYMENT_UNKNOWN']);
    expect(await reasonsOf(later, pays('1000.00', '03', { currency: 'USD' }))).toEqual(['PAYMENT_UNKNOWN']);
    const dollars = anInvoice({ form: '99', currency: 'USD', rate: '18.1234', total: '10.09' });
    const receipts = ['5.04', '5.05'].map((paid) => pays(paid, '03', { currency: 'USD' }));
    expect(await reasonsOf(dollars, ...receipts)).toEqual([]);
    const credit = other({ uuid: 'C', kind: 'credit', total: '400.00', ...relates('01') });
    expect(await reasonsOf(later, pays('600.00'), credit)).toEqual([]);
  });

  it('subtracts credit notes from invoices, and skips replaced invoices', async () => {
    const credit = (given: Partial<DeductionInvoice>) =>
      other({ kind: 'credit', total: '300.00', ...relates('01'), ...given });
    expect(await totalOf(anInvoice(), credit({}))).toBe('700.00');
    expect(await totalOf(anInvoice(), credit({ total: '1300.00' }))).toBe('0.00');
    expect(await totalOf(anInvoice(), credit({ issuer: SPOUSE! }))).toBe('1000.00');
    expect(await totalOf(anInvoice({ total: '10.005' }))).toBe('10.00');
    const dollars = anInvoice({ currency: 'USD', rate: '18.50', total: '100.00' });
    const fifth = credit({ currency: 'USD', total: '20.00' });
    expect(await totalOf(dollars, fifth)).toBe('1480.00');
    expect(await totalOf(dollars, { ...fifth, rate: '20.00' })).toBe('1450.00');
    expect((await report([anInvoice(), fifth])).excluded).toMatchObject([{ amount: null, reasons: ['CURRENCY'] }]);
    const second = anInvoice({ id: 'j', uuid: 'V' });
    const both = {
      total: '1500.00',
      related: [
        { relation: '03', uuid: 'V' },
        { relation: '03', uuid: 'U' },
      ],
    };
    expect(await totalOf(anInvoice(), second, credit(both))).toBe('500.00');
    const replacing = anInvoice({ id: 'k', uuid: 'W', total: '900.00', ...relates('04') });
    expect(await totalOf(anInvoice(), replacing)).toBe('900.00');
    expect(await totalOf(anInvoice(), { ...replacing, issuer: SPOUSE! })).toBe('1900.00');
    expect(await reasonsOf(anInvoice({ receiver: SPOUSE! }), replacing)).toEqual([]);
    expect(await totalOf(anInvoice(), credit({}), other({ uuid: 'R', ...relates('04', 'O') }))).toBe('1000.00');
  });

  it('converts to pesos at the rate of the invoice and rounds half to even', async () => {
    expect(await totalOf(anInvoice({ currency: 'USD', total: '1234.56', rate: '17.123457' }))).toBe('21139.94');
    expect(await totalOf(anInvoice({ currency: 'USD', total: '0.50', rate: '0.01' }))).toBe('0.00');
  });

  it('limits the uses within the general cap to the lesser of five UMA and 15 % of the income', async () => {
    const invoices = [anInvoice({ total: '300000.00' }), anInvoice({ id: 'j', uuid: 'V', use: 'D10' })];
    const shown = async (income: string | null) => {
      const { cap, cappedBy, totalAfterCap } = await report(invoices, income);
      return [cap?.toString(), cappedBy, totalAfterCap?.toString()];
    };
    expect(await shown(null)).toEqual([undefined, null, undefined]);
    expect(await shown('1000000.00')).toEqual(['150000.00', 'income', '151000.00']);
    expect(await shown('1426488.00')).toEqual(['213973.20', 'uma', '214973.20']);
    expect(await shown('9000000.00')).toEqual(['213973.20', 'uma', '214973.20']);
    expect(await shown('0')).toEqual(['0.00', 'income', '1000.00']);
  });

  it(`returns the same deductions as a simple model (seed ${SEED})`, async () => {
    const cents = fc.integer({ min: 1, max: 100_000 });
    const invoice = fc.record({
      ...{ cents, use: fc.constantFrom('D01', 'D03', 'D04', 'D10'), form: fc.constantFrom('01', '03', '99') },
      ...{ mine: fc.boolean(), seal: fc.constantFrom('valid', 'invalid', 'unsupported') },
      ...{ receipts: fc.array(fc.tuple(cents, fc.constantFrom('01', '03')), { maxLength: 2 }), replaced: fc.boolean() },
      credit: fc.option(cents, { nil: 0 }),
    });
    const decimal = (minor: number) => (minor / 100).toFixed(2);
    await fc.assert(
      fc.asyncProperty(fc.array(invoice, { maxLength: 12 }), async (drawn) => {
        const all = drawn.flatMap(({ cents: total, mine, receipts, replaced, credit, ...rest }, n) => [
          anInvoice({ ...rest, id: `${n}`, uuid: `U${n}`, total: decimal(total), receiver: mine ? OWN! : SPOUSE! }),
          ...receipts.map(([paid, form]) =>
            other({ kind: 'payment', payments: [{ uuid: `U${n}`, paid: decimal(paid), currency: 'MXN', form }] }),
          ),
          ...(replaced ? [other({ uuid: `R${n}`, ...relates('04', `U${n}`) })] : []),
          ...(credit > 0
            ? [
                other({
                  kind: 'credit',
                  uuid: `C${n}`,
                  total: decimal(credit),
                  receiver: mine ? OWN! : SPOUSE!,
                  ...relates('01', `U${n}`),
                }),
              ]
            : []),
        ]);
        const kept = drawn.map((one, n) => ({ ...one, n })).filter(({ replaced }) => !replaced);
        const counts = ({ mine, seal, use, form, receipts, cents: total, credit }: (typeof kept)[number]) => {
          const traced = receipts.filter(([, by]) => by === '03').reduce((sum, [paid]) => sum + paid, 0);
          const isForm = form === '03' || (form === '99' && traced + Math.min(credit, total) >= total);
          return mine && seal !== 'invalid' && (['D03', 'D04'].includes(use) || isForm);
        };
        const net = ({ cents: total, credit }: { cents: number; credit: number }) => Math.max(0, total - credit);
        const { total, excluded, items } = await report(all);
        expect(Number(total.minor)).toBe(kept.filter(counts).reduce((sum, one) => sum + net(one), 0));
        expect(excluded.map(({ invoiceId }) => invoiceId)).toEqual(
          kept.filter((one) => !counts(one)).map(({ n }) => `${n}`),
        );
        for (const item of items) {
          const ofUse = kept.filter(({ use }) => use === item.use);
          expect(item.count).toBe(ofUse.filter(counts).length);
          expect(Number(item.amount.add(item.excludedAmount).minor)).toBe(
            ofUse.reduce((sum, one) => sum + net(one), 0),
          );
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
