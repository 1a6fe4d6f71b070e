import { ServiceUnavailable } from '../problem/http.problems.js';
import type { Problem } from '../problem/problem.js';
import { reasonOf } from '../text/reason-of.js';

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

/** The problem that a caller gets where a shard cannot be reached, which does not tell them why. */
export function shardUnreachable(shard: string, cause: unknown): Problem {
  return Object.assign(ServiceUnavailable(), { cause: new ShardUnreachable(shard, cause) });
}

/** What kept work in a shard from being done. */
export function shardFailure(shard: string, { cause }: Problem): ShardFailure {
  return { shard, reason: cause instanceof ShardUnreachable ? cause.reason : reasonOf(cause) };
}
