/** The subscription plans of a workspace: they decide how much its drafts of imports may hold. */
export const PLANS = ['free', 'plus', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
