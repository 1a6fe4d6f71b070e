import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, readRequest } from '@app/kernel';
import type { InvoiceView } from '@app/invoicing';
import {
  Deductions,
  DeductionsRequest,
  InvoiceNotFound,
  InvoiceRecords,
  Invoices,
  ListInvoicesRequest,
  RecordInvoiceRequest,
} from '@app/invoicing';
import { effectsSentence } from '../acting/effects-sentence.js';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, inOneText, instant, says, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountArgument, dayArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageOfList } from '../calls/page.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { reading, writing } from '../calls/tool.js';
import { amountOf, dayOf, idOf, instantOf, pageOutput, texts } from './output.js';

const KINDS = ['income', 'credit', 'transfer', 'payroll', 'payment'] as const;
const rfcArgument = (of: string) => z.string().max(20).describe(`RFC of ${of}.`);

const invoiceOutput = {
  id: idOf('the invoice'),
  kind: z.string().describe('income, credit, transfer, payroll or payment.'),
  direction: z.string().describe('issued, received or unrelated, based on the taxpayers of the user.'),
  issuedOn: dayOf('Day of issue as'),
  currency: z.string(),
  total: z.string().describe('Total with taxes, as a decimal string.'),
  net: z.string().nullable().describe('Net pay of a payroll receipt; null for other kinds.'),
  inKind: z.string().nullable().describe('Payments in kind of a payroll receipt; null for other kinds.'),
  use: z.string().describe('Code of the use. D01 to D10 are personal deductions.'),
  paymentForm: z.string().nullable().describe('Code of the form of payment, such as form-04.'),
  seal: z.string().describe('valid, invalid or unsupported.'),
  totals: z.string().describe('valid or mismatch.'),
  match: z.string().describe('linked if transactions pay it, suggested if candidates exist, else none.'),
  transactionIds: z.array(idOf('a transaction that pays the invoice')),
  deletedAt: instantOf().nullable(),
  untrusted: texts('parties with their RFCs, and the first lines'),
};

function invoiceAnswer(invoice: InvoiceView): Answer {
  const { issuer, receiver, payroll, verification } = invoice;
  return answer(
    {
      id: id(invoice.id),
      kind: word(invoice.kind),
      direction: word(invoice.direction),
      issuedOn: day(invoice.issuedAt.slice(0, 10)),
      currency: currency(invoice.currency),
      total: decimal(invoice.total),
      net: decimal(payroll?.net ?? null),
      inKind: decimal(payroll?.inKind ?? null),
      use: word(invoice.use.code),
      paymentForm: invoice.paymentForm && word(`form-${invoice.paymentForm.code}`),
      seal: word(verification.seal),
      totals: word(verification.totals),
      match: word(invoice.match),
      transactionIds: invoice.transactionIds.map((transactionId) => id(transactionId)),
      deletedAt: instant(invoice.deletedAt),
    },
    untrusted({
      ...{ issuer: issuer.name, issuerRfc: issuer.rfc, receiver: receiver.name, receiverRfc: receiver.rfc },
      lines: invoice.lines.slice(0, 3).map(({ description }) => description),
    }),
  );
}

@Injectable()
export class InvoiceTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_invoices',
      title: 'Ver facturas',
      description:
        'Lists electronic invoices (CFDI) and payroll receipts that the user uploaded, newest issue date first, and shows which ones are ' +
        'linked to transactions. Use match suggested to find invoices to reconcile. It cannot upload files: tell the user to do it in the app.',
      scopes: [['invoices:read']],
      input: {
        kind: z.enum(KINDS).optional(),
        direction: z.enum(['issued', 'received', 'unrelated']).optional(),
        year: z.number().int().min(2000).max(2200).optional().describe('Year of issue.'),
        issuer: rfcArgument('the issuer').optional(),
        use: z.string().max(4).optional().describe('Code of the use, such as D01.'),
        match: z.enum(['none', 'suggested', 'linked']).optional(),
        ...paging,
      },
      output: pageOutput(z.object(invoiceOutput)),
      read: async ({ limit, ...filters }, { caller }) => {
        const query = Object.fromEntries(Object.entries(given(filters)).map(([name, value]) => [name, String(value)]));
        const list = (size: number) =>
          this.invoices.list(
            caller.workspaceId,
            readRequest(ListInvoicesRequest, { ...query, limit: `${size}` }, 'query'),
          );
        return answer(await pageOfList(limit, list, (items) => Promise.resolve(items.map(invoiceAnswer))));
      },
    }),
    reading({
      name: 'match_invoice',
      title: 'Buscar el movimiento de una factura',
      description:
        'Returns one invoice and the transactions that may pay it, best first, with the reasons: AMOUNT, DATE, RFC, NAME. Use it to ' +
        'explain an invoice that is not linked. It does not create links: tell the user to choose in the app, or use record_invoice if no ' +
        'transaction exists yet.',
      scopes: [['invoices:read']],
      input: { invoiceId: idArgument('the invoice') },
      output: {
        invoice: z.object(invoiceOutput),
        candidates: z.array(z.object({ transactionId: idOf('the transaction'), reasons: z.array(z.string()) })),
      },
      read: async ({ invoiceId }, { caller }) => {
        const invoice = await this.known(caller, invoiceId);
        const { items } = await this.invoices.candidates(caller.workspaceId, invoiceId);
        const candidates = items.map(({ transactionId, reasons }) =>
          answer({ transactionId: id(transactionId), reasons: reasons.map((reason) => word(reason)) }),
        );
        return answer({ invoice: invoiceAnswer(invoice), candidates });
      },
    }),
    reading({
      name: 'tax_deductions',
      title: 'Deducciones personales del año',
      description:
        'Sums the personal deductions (D01 to D10) of the invoices that a taxpayer received in a year, with the general cap, and lists ' +
        'the excluded invoices with the reasons. It is an aid for the annual return, not tax advice: say so to the user.',
      scopes: [['invoices:read']],
      input: {
        year: z.number().int().min(2000).max(2200),
        rfc: rfcArgument('the taxpayer'),
        totalIncome: amountArgument('Total income of the year, needed for the general cap.').optional(),
      },
      output: {
        cap: amountOf('General cap; null without totalIncome.').nullable(),
        cappedBy: z.string().nullable().describe('uma or income.'),
        items: z.array(
          z.object({
            use: z.string(),
            insideCap: z.boolean(),
            count: z.number(),
            amount: amountOf('Sum of the invoices that count, in pesos.'),
            excludedAmount: amountOf('Sum of the excluded invoices, in pesos.'),
          }),
        ),
        total: amountOf(),
        totalAfterCap: amountOf().nullable(),
        excluded: z
          .array(
            z.object({ invoiceId: idOf('the invoice'), amount: amountOf().nullable(), reasons: z.array(z.string()) }),
          )
          .describe('The first 50 excluded invoices.'),
        isAid: z.boolean().describe('Always true: the report is an aid, not tax advice.'),
      },
      read: async (args, { caller }) => {
        const query = Object.fromEntries(Object.entries(given(args)).map(([name, value]) => [name, String(value)]));
        const request = readRequest(DeductionsRequest, query, 'query');
        const { cap, cappedBy, items, total, totalAfterCap, excluded } = await this.deductions.report(
          caller.workspaceId,
          request,
        );
        return answer({
          ...{ cap: decimal(cap), cappedBy: cappedBy && word(cappedBy) },
          items: items.map(({ use, insideCap, count, amount, excludedAmount }) =>
            answer({
              use: word(use),
              insideCap,
              count,
              amount: decimal(amount),
              excludedAmount: decimal(excludedAmount),
            }),
          ),
          ...{ total: decimal(total), totalAfterCap: decimal(totalAfterCap) },
          excluded: excluded.slice(0, 50).map(({ invoiceId, amount, reasons }) =>
            answer({
              invoiceId: id(invoiceId),
              amount: decimal(amount),
              reasons: reasons.map((reason) => word(reason)),
            }),
          ),
          isAid: true,
        });
      },
    }),
    writing({
      name: 'record_invoice',
      title: 'Registrar una factura como movimiento',
      description:
        'Creates the transaction that an invoice describes and links it: an expense for a received invoice, an income for an issued one ' +
        'or for payroll. Use it if match_invoice finds no transaction. Payroll with payments in kind also needs inKindAccountId.',
      scopes: [['invoices:write', 'transactions:write']],
      destructive: false,
      input: {
        invoiceId: idArgument('the invoice'),
        accountId: idArgument('the account that paid or received the money'),
        categoryId: idArgument('the category').nullish(),
        inKindAccountId: idArgument('the account for payments in kind of payroll').nullish(),
        date: dayArgument('Date of the transaction (default: day of issue or of the payroll payment).').nullish(),
      },
      output: { invoice: z.object(invoiceOutput) },
      seen: async ({ invoiceId }, { caller }) => [stateOf(await this.known(caller, invoiceId))],
      act: async ({ invoiceId, ...fields }, { caller }) => {
        const before = await this.known(caller, invoiceId);
        const request = readRequest(RecordInvoiceRequest, given(fields), 'body');
        const invoice = await this.records.record(caller.workspaceId, invoiceId, request);
        const transactionIds = invoice.transactionIds.map((transactionId) => id(transactionId));
        return {
          result: answer({ invoice: invoiceAnswer(invoice) }),
          touched: [stateOf(before), transactionIds.length],
          undo: {
            tool: word('trash_transactions'),
            arguments: answer({ transactionIds }),
            how: says`Call trash_transactions with these arguments. The invoice is then open again.`,
          },
        };
      },
      summary: (_, effects) => inOneText([says`Se registraría la factura.`, effectsSentence(effects)]),
    }),
  ];

  constructor(
    private readonly invoices: Invoices,
    private readonly records: InvoiceRecords,
    private readonly deductions: Deductions,
  ) {}

  /** @throws InvoiceNotFound */
  private known({ workspaceId }: Call['caller'], invoiceId: string): Promise<InvoiceView> {
    if (!isId(invoiceId)) throw InvoiceNotFound(invoiceId);
    return this.invoices.get(workspaceId, invoiceId);
  }
}

const stateOf = ({ id: invoiceId, direction, match, total, transactionIds, deletedAt }: InvoiceView): string =>
  JSON.stringify([invoiceId, direction, match, total, transactionIds, deletedAt]);
