import type { EffectsView } from '@app/kernel';
import type { Answer } from '../answers/answer.js';
import { answer, currency, decimal, id } from '../answers/answer.js';

/** What a call would change in figures, as a tool answers it. */
export function effectsAnswer(
  { netWorth, accounts, budgets, contacts, transactions }: EffectsView,
  baseCurrency: string,
): Answer {
  return answer({
    netWorth:
      netWorth &&
      answer({
        currency: currency(netWorth.currency),
        before: decimal(netWorth.before),
        after: decimal(netWorth.after),
      }),
    accounts: accounts.slice(0, MAX_LISTED).map((one) =>
      answer({
        accountId: id(one.accountId),
        currency: currency(one.currency),
        balanceBefore: decimal(one.balanceBefore),
        balanceAfter: decimal(one.balanceAfter),
      }),
    ),
    budgets: budgets.slice(0, MAX_LISTED).map((one) =>
      answer({
        budgetId: id(one.budgetId),
        currency: currency(baseCurrency),
        availableBefore: decimal(one.availableBefore),
        availableAfter: decimal(one.availableAfter),
      }),
    ),
    contacts: contacts.slice(0, MAX_LISTED).map((one) =>
      answer({
        contactId: id(one.contactId),
        currency: currency(one.currency),
        balanceBefore: decimal(one.balanceBefore),
        balanceAfter: decimal(one.balanceAfter),
      }),
    ),
    transactions: answer({ ...transactions }),
  });
}

/** An account, a budget or a contact takes little; a rule may move hundreds. */
const MAX_LISTED = 20;
