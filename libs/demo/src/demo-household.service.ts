import { hash } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Budgets } from '@app/budgeting';
import { InstallmentPlans } from '@app/cards';
import { Rules } from '@app/categorising';
import { Contacts } from '@app/contacts';
import { Files } from '@app/files';
import { GoalMoves, Goals, Rounds, Tandas } from '@app/goals';
import { Settlements } from '@app/household';
import { Drafts, ImportCommitment } from '@app/importing';
import { InvoiceLinks, InvoiceUploads, Taxpayers } from '@app/invoicing';
import type { UnitOfWork } from '@app/kernel';
import { formatAmount, Log } from '@app/kernel';
import { Accounts, Assertions, Categories, Transactions, Trash } from '@app/ledger';
import { Schedules } from '@app/planning';
import { DEMO_ACCOUNTS } from './demo-accounts.js';
import { budgetRequests } from './demo-budgets.js';
import type { DemoYear } from './demo-calendar.js';
import { DEMO_CONTACTS } from './demo-contacts.js';
import { demoGoals, demoTanda, RECORDED_ROUNDS } from './demo-goals.js';
import type { demoRates } from './demo-rates.js';
import { DEMO_TAXPAYER, demoInvoices } from './demo-invoices.js';
import { demoReceipts } from './demo-receipts.js';
import { demoRules } from './demo-rules.js';
import { scheduleRequests } from './demo-schedules.js';
import { demoSettlement, sharesOf } from './demo-shares.js';
import type { DemoStatement } from './demo-statements.js';
import { committedStatement, draftStatement } from './demo-statements.js';
import type { DemoTransaction } from './demo-transaction.js';
import type { DemoIds } from './demo-transaction-request.js';
import { transactionRequest } from './demo-transaction-request.js';
import { demoTransactions } from './demo-transactions.js';

export type Services = Pick<INestApplicationContext, 'get'>;

export async function enterYear(
  app: Services,
  work: UnitOfWork,
  year: DemoYear,
  rates: ReturnType<typeof demoRates>,
): Promise<DemoIds['accounts']> {
  const ids: DemoIds = {
    accounts: await openAccounts(app.get(Accounts), work, year),
    categories: new Map((await app.get(Categories).tree(work)).map(({ name, id }) => [name, id])),
    contacts: new Map(DEMO_CONTACTS.map(({ key, name, email }) => [key, app.get(Contacts).add(work, name, email).id])),
  };
  // Otherwise, the entity manager would compare all entities before each query.
  await work.flush();
  work.em.clear();
  const transactions = demoTransactions(year, rates);
  const members = await app.get(Settlements).members(work);
  const requests = transactions.map((transaction) => ({
    ...transactionRequest(transaction, ids),
    ...sharesOf(year, transaction, members),
  }));
  const transactionIds = await app.get(Transactions).createAll(work, requests);
  const trashed = transactionIds.filter((_, index) => transactions[index]!.trashed);
  const lost = transactions.find(({ account, trashed }) => trashed && account !== null)!;
  const stated = { date: year.today, balance: '0.00', note: 'Saldo en la app del banco' };
  const assertion = await app.get(Assertions).put(work, ids.accounts.get(lost.account!)!, stated, null);
  // The assertion holds now, and breaks when the next line trashes a transaction. The committed statement adds another
  // assertion, which holds.
  Object.assign(assertion, { balance: assertion.actualThen, brokenSince: null });
  await app.get(Trash).putAll(work, trashed);
  for (const [index, { months }] of transactions.entries()) {
    if (months !== undefined)
      await app.get(InstallmentPlans).add(work, { transactionId: transactionIds[index]!, months });
  }
  for (const { index, name, bytes } of demoReceipts(transactions)) {
    const receipt = { name, size: bytes.length, sha256: hash('sha256', bytes), source: 'upload' as const };
    const stored = { ...receipt, mediaType: 'application/pdf' as const, pieces: () => [bytes] };
    await app.get(Files).add(work, stored, transactionIds[index]);
  }
  await saveInvoices(app, work, transactions, transactionIds);
  for (const request of budgetRequests(year, ids)) await app.get(Budgets).plan(work, request);
  // The transactions already have categories, so the rules must not run on them. The statements come later, so that the
  // rules run on those.
  for (const rule of demoRules(ids.categories)) await app.get(Rules).add(work, rule);
  for (const request of scheduleRequests(year, ids)) await app.get(Schedules).add(work, request);
  await saveGoals(app, work, year, ids.accounts);
  const settlement = demoSettlement(year, members);
  if (settlement !== null) await app.get(Settlements).recordIn(work, settlement);
  return ids.accounts;
}

/** Uploads the invoices and links them as a user would, because equal payments are not linked automatically. */
async function saveInvoices(
  app: Services,
  work: UnitOfWork,
  transactions: readonly DemoTransaction[],
  transactionIds: readonly string[],
): Promise<void> {
  await app.get(Taxpayers).putIn(work, DEMO_TAXPAYER.rfc, DEMO_TAXPAYER.name);
  const invoices = demoInvoices(transactions);
  const ids = await app.get(InvoiceUploads).uploadIn(work, invoices);
  for (const [at, { paidBy }] of invoices.entries()) {
    if (paidBy !== null) await app.get(InvoiceLinks).linkIn(work, ids[at]!, [transactionIds[paidBy]!]);
  }
}

async function saveGoals(
  app: Services,
  work: UnitOfWork,
  year: DemoYear,
  accounts: DemoIds['accounts'],
): Promise<void> {
  for (const { request, moves } of demoGoals(year)) {
    const id = await app.get(Goals).add(work, { ...request, accountId: accounts.get('savings')! });
    for (const move of moves) await app.get(GoalMoves).moveIn(work, id, move);
  }
  const { today } = year;
  const id = await app.get(Tandas).add(work, { ...demoTanda(today), accountId: accounts.get('payroll')! });
  const { rounds } = await app.get(Tandas).one(work, id);
  for (const number of RECORDED_ROUNDS) {
    const { kind, date } = rounds[number - 1]!;
    await app.get(Rounds).recordIn(work, id, number, { kind, date });
  }
}

/**
 * Imports two statements of the household account: commits one and leaves the other as a draft. Runs after the seeding
 * transaction. Only logs an error, because the demo works without statements, and the caller must still show the key,
 * which is shown only once.
 */
export async function importStatements(app: Services, workspaceId: string, accountId: string, year: DemoYear) {
  const read = async ({ filename, bytes }: DemoStatement): Promise<string> => {
    const { text } = await app.get(Drafts).create({ workspaceId }, accountId, { name: filename, bytes }, {});
    return (JSON.parse(text) as { id: string }).id;
  };
  try {
    await app.get(ImportCommitment).commit(workspaceId, await read(committedStatement(year)), {});
    await read(draftStatement(year));
  } catch (error) {
    app.get(Log).warn({ err: error }, 'created the demo without its statements');
  }
}

async function openAccounts(accounts: Accounts, work: UnitOfWork, { first }: DemoYear): Promise<DemoIds['accounts']> {
  const ids = new Map<string, string>();
  for (const { key, type, opening, card, ...fields } of DEMO_ACCOUNTS) {
    const terms = card && {
      creditLimit: card.creditLimit,
      cutOffDay: card.cutOffDay,
      payFromAccountId: ids.get(card.payFrom)!,
    };
    const request = {
      ...fields,
      ...(terms && { card: terms }),
      typeId: type,
      openingBalance: formatAmount(opening),
      openingDate: first,
    };
    ids.set(key, (await accounts.open(work, request)).id);
  }
  return ids;
}
