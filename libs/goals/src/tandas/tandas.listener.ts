import { Injectable } from '@nestjs/common';
import type { Statement, UnitOfWork } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import { ContactDeleted, ContactInUse } from '@app/contacts';
import {
  AccountCurrencyChanged,
  AccountDeleted,
  AccountInUse,
  TransactionsCreated,
  TransactionsDeleted,
  TransactionsEdited,
  TransactionsRestored,
  TransactionsTrashed,
} from '@app/ledger';
import { TandaRecord } from './tanda.entity.js';
import { forgetRounds } from './tandas.query.js';

/** Updates the rounds that transactions record, and protects the accounts and contacts of tandas (decision 0111). */
@Injectable()
export class TandaReferences {
  constructor(events: DomainEvents) {
    for (const event of [TransactionsCreated, TransactionsEdited, TransactionsRestored]) {
      events.onStatement(event, ({ debtIds }, workspace) => followRounds(workspace, debtIds, true));
    }
    events.onStatement(TransactionsTrashed, ({ debtIds }, workspace) => followRounds(workspace, debtIds, false));
    events.onStatement(TransactionsDeleted, ({ transactions }) => forgetRounds(transactions));
    for (const event of [AccountDeleted, AccountCurrencyChanged]) {
      events.on(event, async ({ accountId }, work) => {
        if (await isNamed(work, { accountId })) throw AccountInUse();
      });
    }
    events.on(ContactDeleted, async ({ contactId }, work) => {
      if (await isNamed(work, { contactId })) throw ContactInUse();
    });
  }
}

function followRounds(workspaceId: string, debtIds: readonly string[], areLive: boolean): Statement | null {
  if (debtIds.length === 0) return null;
  return {
    name: 'goals.follow-rounds',
    text: 'select goals_follow_rounds($1, $2::uuid[], $3)',
    values: [workspaceId, debtIds, areLive],
  };
}

async function isNamed(
  { em, workspaceId }: UnitOfWork,
  by: { readonly accountId: string } | { readonly contactId: string },
): Promise<boolean> {
  return (await em.count(TandaRecord, { workspaceId, ...by })) > 0;
}
