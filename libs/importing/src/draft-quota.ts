import type { Plan } from '@app/workspace';

/** What the drafts of a workspace hold, or may hold: how many they are, their rows, and the bytes of their files. */
export interface DraftAmounts {
  readonly drafts: number;
  readonly rows: number;
  readonly bytes: number;
}

const MIB = 1024 * 1024;

/** What the drafts of a workspace may hold together. The largest statement fits ten times into the least of them. */
export const DRAFT_QUOTAS: Readonly<Record<Plan, DraftAmounts>> = {
  free: { drafts: 1_000, rows: 1_000_000, bytes: 200 * MIB },
  plus: { drafts: 3_000, rows: 3_000_000, bytes: 600 * MIB },
  pro: { drafts: 10_000, rows: 10_000_000, bytes: 2_000 * MIB },
};

/** A quota that drafts would exceed: how much it allows, how much is used, and how much more was asked for. */
export interface ExceededQuota {
  readonly quota: keyof DraftAmounts;
  readonly allowed: number;
  readonly used: number;
  readonly asked: number;
}

/** The first quota of a plan that is exceeded by what is added to the drafts that there are; null where all of it fits. */
export function exceededQuota(plan: Plan, used: DraftAmounts, added: DraftAmounts): ExceededQuota | null {
  const quota = (['drafts', 'rows', 'bytes'] as const).find((one) => used[one] + added[one] > DRAFT_QUOTAS[plan][one]);
  return quota ? { quota, allowed: DRAFT_QUOTAS[plan][quota], used: used[quota], asked: added[quota] } : null;
}
