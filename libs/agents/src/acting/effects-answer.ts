import type { EffectsView } from '@app/kernel';
import type { Answer } from '../answers/answer.js';
import { answer, currency, decimal, id } from '../answers/answer.js';

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
    accounts: accounts.slice(0, MAX_LISTED).map((account) =>
      answer({
        accountId: id(account.accountId),
        currency: currency(account.currency),
        balanceBefore: decimal(account.balanceBefore),
        balanceAfter: decimal(account.balanceAfter),
      }),
    ),
    budgets: budgets.slice(0, MAX_LISTED).map((budget) =>
      answer({
        budgetId: id(budget.budgetId),
        currency: currency(baseCurrency),
        availableBefore: decimal(budget.availableBefore),
        availableAfter: decimal(budget.availableAfter),
      }),
    ),
    contacts: contacts.slice(0, MAX_LISTED).map((contact) =>
      answer({
        contactId: id(contact.contactId),
        currency: currency(contact.currency),
        balanceBefore: decimal(contact.balanceBefore),
        balanceAfter: decimal(contact.balanceAfter),
      }),
    ),
    transactions: answer({ ...transactions }),
  });
}

/** Maximum length of each list. A rule may change hundreds of accounts, budgets or contacts. */
const MAX_LISTED = 20;
