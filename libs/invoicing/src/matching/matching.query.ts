import type { Statement } from '@app/kernel';

/** Maximum number of transactions or invoices with the same amount and dates. Larger groups are not matched. */
const CROWD = 100;
/** Maximum number of pairs to compare at once. Later invoices are not matched. */
const MAX_PAIRS = 20_000;
const MAX_CANDIDATES = 100;

export interface Pair extends Record<string, unknown> {
  readonly invoiceId: string;
  readonly transactionId: string;
  readonly importId: string | null;
}

const SAME_MONEY = 't.signed_amount = i.amount * i.sign and t.currency = i.currency';
const IN_TIME = 't.date between i.issued_on - 5 and i.issued_on + 35';
const IS_SURE = '(invoicing_has_rfc(t.folded_text, i.rfc) or invoicing_has_name(t.folded_text, i.words))';

/** SQL for the open invoices that a transaction may pay by amount and date, up to one more than the maximum. */
const invoicesOf = (columns: string) => `
  select ${columns} from invoicing_open($1) i
  where i.amount = abs(t.signed_amount) and i.sign = sign(t.signed_amount) and i.currency = t.currency and ${IN_TIME}
  limit ${CROWD + 1}`;

/**
 * Selects the pairs of an invoice and a transaction that are each other's only candidates by amount, date, and RFC or
 * name.
 */
export function pairsOf(workspaceId: string, invoiceIds: readonly string[]): Statement {
  return {
    name: 'invoicing.pairs',
    text: `
      with crowded as materialized (
        select i.*, near.crowd, sum(near.crowd) filter (where near.crowd <= ${CROWD}) over (order by i.id) as pairs
        from invoicing_open($1) i cross join lateral (select count(*) as crowd from (
          select from ledger_transactions_without_invoice($1) t where ${SAME_MONEY} and ${IN_TIME} limit ${CROWD + 1}) t) near
        where i.id = any($2::uuid[])
      ), near as materialized (
        select i.id, i.rfc, i.words, t.id as transaction_id, t.import_id, t.date, t.signed_amount, t.currency, t.folded_text
        from crowded i cross join lateral (
          select t.* from ledger_transactions_without_invoice($1) t where ${SAME_MONEY} and ${IN_TIME} limit ${CROWD}) t
        where i.crowd between 1 and ${CROWD} and i.pairs <= ${MAX_PAIRS}
      ), sure as (
        select t.*, count(*) over (partition by t.id) as count
        from near t cross join lateral (select t.*) i where ${IS_SURE}
      )
      select t.id as "invoiceId", t.transaction_id as "transactionId", t.import_id as "importId"
      from sure t cross join lateral (
        select count(*) as crowd, count(*) filter (where i.is_sure) as sure
        from (${invoicesOf(`${IS_SURE} as is_sure`)}) i) rival
      where t.count = 1 and rival.crowd <= ${CROWD} and rival.sure = 1
      order by 1`,
    values: [workspaceId, invoiceIds],
  };
}

/** Selects the open invoices that any of these transactions may pay by amount and date. */
export function invoicesFor(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    name: 'invoicing.invoices-for',
    text: `
      select distinct found.id from ledger_transactions_without_invoice($1) t cross join lateral (${invoicesOf('i.id')}) found
      where t.id = any($2::uuid[])`,
    values: [workspaceId, transactionIds],
  };
}

/** Selects the open invoices that any transaction of an import may pay by amount and date. */
export function invoicesForImport(workspaceId: string, importId: string): Statement {
  return {
    text: `
      select i.id from invoicing_open($1) i cross join lateral (
        select from ledger_transactions_without_invoice($1) t where ${SAME_MONEY} and ${IN_TIME} and t.import_id = $2 limit 1) t`,
    values: [workspaceId, importId],
  };
}

export interface CandidateRow extends Record<string, unknown> {
  readonly transactionId: string;
  readonly reasons: ('AMOUNT' | 'DATE' | 'RFC' | 'NAME')[];
}

/**
 * Selects the transactions that may pay an invoice, best first: matches by date and party, then by number of reasons
 * and distance in days.
 */
export function candidatesOf(workspaceId: string, invoiceId: string): Statement {
  return {
    name: 'invoicing.candidates',
    text: `
      select c.id as "transactionId", to_json(array_prepend('AMOUNT', c.reasons)) as reasons from (
        select t.id, t.days, invoicing_reasons(i.issued_on, i.rfc, i.words, t.date, t.folded_text) as reasons
        from invoicing_open($1) i cross join lateral (
          select t.*, abs(t.date - i.issued_on) as days from ledger_transactions_without_invoice($1) t where ${SAME_MONEY}
          order by ${IN_TIME} desc, abs(t.date - i.issued_on), t.id limit 1000) t
        where i.id = $2) c
      order by 'DATE' = any(c.reasons) and c.reasons && '{RFC,NAME}' desc, cardinality(c.reasons) desc, c.days, c.id
      limit ${MAX_CANDIDATES}`,
    values: [workspaceId, invoiceId],
  };
}
