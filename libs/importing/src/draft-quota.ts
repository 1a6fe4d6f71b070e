import type { Plan } from '@app/workspace';

export interface DraftAmounts {
  readonly drafts: number;
  readonly rows: number;
  readonly bytes: number;
  /** Imports of every status. Committed imports are never deleted, and one response lists all of them. */
  readonly imports: number;
}

const MIB = 1024 * 1024;
const IMPORTS = 20_000;

/** Limits for all drafts of a workspace together. Each limit is at least ten times the limit of a single statement. */
export const DRAFT_QUOTAS: Readonly<Record<Plan, DraftAmounts>> = {
  free: { drafts: 1_000, rows: 1_000_000, bytes: 200 * MIB, imports: IMPORTS },
  plus: { drafts: 3_000, rows: 3_000_000, bytes: 600 * MIB, imports: IMPORTS },
  pro: { drafts: 10_000, rows: 10_000_000, bytes: 2_000 * MIB, imports: IMPORTS },
};

export interface ExceededQuota {
  readonly quota: keyof DraftAmounts;
  readonly allowed: number;
  readonly used: number;
  readonly asked: number;
}

export function exceededQuota(plan: Plan, used: DraftAmounts, added: DraftAmounts): ExceededQuota | null {
  const quota = (['drafts', 'rows', 'bytes', 'imports'] as const).find(
    (name) => used[name] + added[name] > DRAFT_QUOTAS[plan][name],
  );
  return quota ? { quota, allowed: DRAFT_QUOTAS[plan][quota], used: used[quota], asked: added[quota] } : null;
}
