import { expect, it } from '@jest/globals';
import { readCfdi } from '@app/cfdi';
import { yearUpTo } from './demo-calendar.js';
import { demoInvoices } from './demo-invoices.js';
import { demoRates } from './demo-rates.js';
import { demoTransactions } from './demo-transactions.js';

it('the demo has a year of payroll and three invoices with the amounts of their transactions', () => {
  const year = yearUpTo('2026-11-20');
  const transactions = demoTransactions(year, demoRates(year));
  const invoices = demoInvoices(transactions).map(({ paidBy, bytes }) => ({ ...readCfdi(bytes), paidBy }));
  expect(invoices.filter(({ kind }) => kind === 'payroll')).toHaveLength(24);
  expect(invoices.filter(({ kind }) => kind === 'income').map(({ use }) => use.code)).toEqual(['D01', 'D07', 'G03']);
  expect(new Set(invoices.map(({ uuid }) => uuid)).size).toBe(27);
  for (const { verification, paidBy, payroll, total } of invoices) {
    expect(verification).toEqual({ structure: 'valid', totals: 'valid', seal: 'unsupported', stamp: 'unchecked' });
    if (paidBy !== null) expect(transactions[paidBy]!.amount).toBe(BigInt((payroll?.net ?? total).replace('.', '')));
  }
});
