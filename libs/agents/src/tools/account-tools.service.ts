import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AccountView } from '@app/ledger';
import { Accounts, accountView } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { detailArgument, paging } from '../calls/arguments.js';
import { pageWithin } from '../calls/page.js';
import type { ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { amountOf, dayOf, idOf, pageOutput, texts } from './output.js';

const accountOutput = {
  id: idOf('the account'),
  type: z.string().describe('Account type, such as checking, savings, cash, credit_card or loan.'),
  kind: z.string().describe('asset (the balance is money owned) or liability (the balance is money owed).'),
  balance: amountOf('Positive means money owned (asset) or owed (liability).'),
  currency: z.string(),
  status: z.string().describe('active, archived or closed.'),
  openingBalance: amountOf().optional(),
  openingDate: dayOf().optional(),
  alertThreshold: amountOf(
    "Alert threshold. An alert is sent when an asset's balance falls below it or a liability's balance rises above it.",
  )
    .nullable()
    .optional(),
  apy: z.string().nullable().optional(),
  untrusted: texts('name, bank'),
};

export function accountAnswer(account: AccountView, detail: 'concise' | 'full'): Answer {
  return answer(
    {
      id: id(account.id),
      type: word(account.type.systemKey),
      kind: word(account.type.kind),
      balance: decimal(account.balance),
      currency: currency(account.currency),
      status: word(account.status),
      ...(detail === 'full' && {
        openingBalance: decimal(account.openingBalance),
        openingDate: day(account.openingDate),
        alertThreshold: decimal(account.alertThreshold),
        apy: decimal(account.apy),
      }),
    },
    untrusted({ name: account.name, bank: account.bank }),
  );
}

@Injectable()
export class AccountTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_accounts',
      title: 'Ver cuentas y saldos',
      description:
        'Lists accounts with their balances, each in the currency of the account. Use it to find the ID of an account by name, or to ' +
        'answer how much is in an account or owed on a card. For totals in one currency use get_net_worth; for transactions, search_transactions.',
      scopes: [['accounts:read']],
      input: {
        status: z.enum(['active', 'archived', 'closed', 'all']).default('active'),
        detail: detailArgument,
        ...paging,
      },
      output: pageOutput(z.object(accountOutput)),
      read: async ({ status, detail, ...page }, { caller }) => {
        const all = (await this.accounts.list(caller.workspaceId, status)).map(accountView);
        return answer(
          pageWithin(
            'agents/accounts',
            { status, detail },
            page,
            all,
            (account) => account.id,
            (account) => accountAnswer(account, detail),
          ),
        );
      },
    }),
  ];

  constructor(private readonly accounts: Accounts) {}
}
