import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Principal } from '@app/kernel';
import { callerAddress, RateLimited, Settings } from '@app/kernel';
import type { RateLimitResult } from './lease.js';
import { limitField, policyField } from './lease.js';
import type { RateLimitPolicy } from './rate-limits.service.js';
import { RateLimits } from './rate-limits.service.js';
import { subjectOf } from './subject.js';

const WINDOW_SECONDS = 60;
/** Number of credentials of one workspace that can use their full quota in the same window. */
const CREDENTIALS_AT_ONCE = 3;

/** Limits that derive from RATE_LIMIT_PER_MINUTE. `failed-authentication` and `oauth` count by IP address. */
export type PolicyName = 'credential' | 'workspace' | 'failed-authentication' | 'oauth';

@Injectable()
export class RequestLimit {
  constructor(
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts a request. Returns synchronously while this process has a lease.
   * @throws RateLimited, synchronously or as a rejection
   */
  count(policy: PolicyName, caller: Principal | null, request: Request, response: Response): void | Promise<void> {
    const quota = this.settings.rateLimitPerMinute;
    if (quota === 0) return;
    const subject =
      caller === null
        ? subjectOf(policy, callerAddress(request.ip))
        : `${policy}:${caller.workspaceId}:${caller.credentialId}`;
    const result = this.limits.take(subject, { quota, windowSeconds: WINDOW_SECONDS });
    if (result instanceof Promise) return result.then((late) => this.report(policy, late, response));
    return this.report(policy, result, response);
  }

  /**
   * Counts a request by its credential and its workspace, so that creating more keys does not multiply the quota.
   * @throws RateLimited as `count` does
   */
  countCaller(caller: Principal, request: Request, response: Response): void | Promise<void> {
    const counted = this.count('credential', caller, request, response);
    if (counted === undefined) return this.countWorkspace(caller.workspaceId, response);
    return counted.then(() => this.countWorkspace(caller.workspaceId, response));
  }

  /** Counts an attempt from an IP address. Allows every attempt if rate limits are off. */
  async attempt(kind: string, policy: RateLimitPolicy, request: Request): Promise<Omit<RateLimitResult, 'remaining'>> {
    if (this.settings.rateLimitPerMinute === 0) return { allowed: true, secondsLeft: 0 };
    return this.limits.takeAttempt(subjectOf(kind, callerAddress(request.ip)), policy);
  }

  private countWorkspace(workspaceId: string, response: Response): void | Promise<void> {
    const quota = this.settings.rateLimitPerMinute * CREDENTIALS_AT_ONCE;
    if (quota === 0) return;
    const result = this.limits.take(`workspace:${workspaceId}`, { quota, windowSeconds: WINDOW_SECONDS });
    const judge = (outcome: RateLimitResult): void => {
      if (!outcome.allowed) this.report('workspace', outcome, response, quota);
    };
    return result instanceof Promise ? result.then(judge) : judge(result);
  }

  private report(
    policy: PolicyName,
    result: RateLimitResult,
    response: Response,
    quota = this.settings.rateLimitPerMinute,
  ): void {
    response.setHeader('RateLimit-Policy', policyField(policy, quota, WINDOW_SECONDS));
    response.setHeader('RateLimit', limitField(policy, result));
    if (!result.allowed) throw RateLimited(result.secondsLeft);
  }
}
