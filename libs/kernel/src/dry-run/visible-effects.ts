import type { EffectsView } from './effects.view.js';

/** The scope that reads each part of the effects. Every caller sees the counts of transactions. Source: contract section 17. */
const SCOPES: Readonly<Record<Exclude<keyof EffectsView, 'transactions'>, string>> = {
  netWorth: 'reports:read',
  accounts: 'accounts:read',
  budgets: 'budgets:read',
  contacts: 'contacts:read',
};

/** The caller of a dry run: the workspace, and the scopes that decide which effects they see. */
export interface EffectsReader {
  readonly workspaceId: string;
  readonly allowed: ReadonlySet<string>;
}

/** The effects without the parts that the caller may not read. */
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
