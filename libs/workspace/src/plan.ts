/** Subscription plans. Each allows a different number of drafts. */
export const PLANS = ['free', 'plus', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
