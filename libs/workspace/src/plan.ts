/** The subscription plans of a workspace; no feature depends on them yet. */
export const PLANS = ['free', 'plus', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
