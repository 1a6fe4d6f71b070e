import { ServiceUnavailable } from '../problem/http.problems.js';
import type { Problem } from '../problem/problem.js';
import { reasonOf } from '../text/reason-of.js';

/** Where a shard's database is, or its replica. */
export interface ShardAddress {
  readonly name: string;
  readonly url: string;
}

/** A shard in which something could not be done, and why. */
export interface ShardFailure {
  readonly shard: string;
  readonly reason: string;
}

/** Why a shard cannot be reached, as the log and an administrator get to see it. */
class ShardUnreachable extends Error implements ShardFailure {
  readonly reason: string;

  constructor(
    readonly shard: string,
    cause: unknown,
  ) {
    super(`shard ${shard}: ${reasonOf(cause)}`, { cause });
    this.reason = reasonOf(cause);
  }
}

/**
 * The problem that a caller gets where a database cannot be reached, which does not tell them why.
 * @param shard null for the directory's
 */
export function unreachable(shard: Pick<ShardAddress, 'name'> | null, cause: unknown): Problem {
  return Object.assign(ServiceUnavailable(), {
    cause: shard === null ? cause : new ShardUnreachable(shard.name, cause),
  });
}

/** What kept work in a shard from being done. */
export function shardFailure(shard: string, { cause }: Problem): ShardFailure {
  return { shard, reason: cause instanceof ShardUnreachable ? cause.reason : reasonOf(cause) };
}
