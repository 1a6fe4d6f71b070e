/** What a workspace may cost its owner; nothing in the service depends on it yet. */
export const PLANS = ['free', 'plus', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
