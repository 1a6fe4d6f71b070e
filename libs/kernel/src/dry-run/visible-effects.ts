import type { EffectsView } from './effects.view.js';

/** Required scope by part of the effects. All callers see the transaction counts. */
const SCOPES: Readonly<Record<Exclude<keyof EffectsView, 'transactions'>, string>> = {
  netWorth: 'reports:read',
  accounts: 'accounts:read',
  budgets: 'budgets:read',
  contacts: 'contacts:read',
};

export interface EffectsReader {
  readonly workspaceId: string;
  readonly allowed: ReadonlySet<string>;
}

export function visibleEffects(effects: EffectsView, { allowed }: Pick<EffectsReader, 'allowed'>): EffectsView {
  const may = (part: keyof typeof SCOPES): boolean => allowed.has(SCOPES[part]);
  return {
    netWorth: may('netWorth') ? effects.netWorth : null,
    accounts: may('accounts') ? effects.accounts : [],
    budgets: may('budgets') ? effects.budgets : [],
    contacts: may('contacts') ? effects.contacts : [],
    transactions: effects.transactions,
  };
}
