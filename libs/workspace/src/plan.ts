/** Subscription plans, each with its own quota of drafts. */
export const PLANS = ['free', 'plus', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
