import type { FieldCode } from '@app/kernel/pure';
import { isAmount, isId, parseAmount } from '@app/kernel/pure';

/** Part of an expense that a member bears. */
export interface Share {
  readonly memberId: string;
  readonly amount: bigint;
  /** Null if the share was set as an amount. */
  readonly weight: number | null;
}

export interface SentShare {
  readonly memberId: string;
  readonly amount?: string | null;
  readonly weight?: number | null;
}

export const MAX_SHARES = 50;
export const MAX_WEIGHT = 1000;

interface ShareFault {
  readonly index: number;
  readonly code: FieldCode;
  readonly detail: string;
}

/** Validates the shares of a request. Returns no errors for a value that is not a list of objects. */
export function shareFaults(value: unknown): ShareFault[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'object' || one === null)) return [];
  const shares = value as SentShare[];
  const isWeighted = shares[0]?.weight != null;
  const [wanted, other] = isWeighted ? (['weight', 'amount'] as const) : (['amount', 'weight'] as const);
  const ids = shares.map(({ memberId }) => memberId);
  return shares.flatMap((share, index): ShareFault[] => {
    const fault = (code: FieldCode, detail: string) => [{ index, code, detail }];
    if (ids.indexOf(share.memberId) < index) return fault('REPEATED', 'must not have the member of an earlier share');
    if (share[wanted] != null && share[other] != null)
      return fault('NOT_ALLOWED', 'must not have both an amount and a weight');
    return share[wanted] == null ? fault('REQUIRED', `must have the field ${wanted}`) : [];
  });
}

/** True for the shares of an exported expense: with different members, and either all or none with weights. */
export function areShares(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_SHARES || !value.every(isShare)) return false;
  const isDistinct = new Set(value.map(({ memberId }) => memberId)).size === value.length;
  return isDistinct && new Set(value.map(({ weight }) => weight === null)).size <= 1;
}

function isShare(value: unknown): value is { memberId: string; weight: number | null } {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'memberId,amount,weight')
    return false;
  const { memberId, amount, weight } = value as Record<string, unknown>;
  const isWeight = Number.isInteger(weight) && (weight as number) >= 1 && (weight as number) <= MAX_WEIGHT;
  return isId(memberId) && isAmount(amount) && (weight === null || isWeight);
}

/** Reads shares from a request. Weighted shares get their amounts from `divided`. */
export function sharesFrom(sent: readonly SentShare[]): Share[] {
  return sent.map(({ memberId, amount, weight = null }) => ({
    memberId,
    amount: amount == null ? 0n : parseAmount(amount),
    weight,
  }));
}

/**
 * Divides an amount by the weights of shares. Rounds each share down to the cent and adds the remainder to the last
 * share. Shares without weights stay unchanged.
 */
export function divided(shares: readonly Share[], amount: bigint): readonly Share[] {
  if (shares[0]?.weight == null) return shares;
  const total = shares.reduce((sum, { weight }) => sum + BigInt(weight!), 0n);
  const parts = shares.map((share) => ({ ...share, amount: (amount * BigInt(share.weight!)) / total }));
  const rest = amount - parts.reduce((sum, part) => sum + part.amount, 0n);
  return parts.map((part, at) => (at === parts.length - 1 ? { ...part, amount: part.amount + rest } : part));
}

interface Shared {
  readonly paidBy: string | null;
  readonly shares: readonly Share[];
}

/** Returns all member IDs of an expense. */
export function membersOf({ paidBy, shares }: Shared): string[] {
  return [...(paidBy === null ? [] : [paidBy]), ...shares.map(({ memberId }) => memberId)];
}

/**
 * Returns the member IDs that an edit sets, by JSON pointer. These must be current members. A payer or share that the
 * expense already had may belong to a former member.
 */
export function newMembersOf({ paidBy, shares }: Shared, before: Shared = { paidBy: null, shares: [] }) {
  const members = new Map<string, string>();
  if (paidBy !== null && paidBy !== before.paidBy) members.set('#/paidBy', paidBy);
  shares.forEach((share, index) => {
    if (!isUnchanged(share, before.shares)) members.set(`#/shares/${index}/memberId`, share.memberId);
  });
  return members;
}

function isUnchanged({ memberId, amount, weight }: Share, before: readonly Share[]): boolean {
  return before.some(
    (share) => share.memberId === memberId && share.weight === weight && (weight !== null || share.amount === amount),
  );
}
