import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimited, Settings } from '@app/kernel';
import type { RateLimitResult } from './lease.js';
import { limitField, policyField } from './lease.js';
import { RateLimits } from './rate-limits.service.js';
import { callerAddress, subjectOf } from './subject.js';

const WINDOW_SECONDS = 60;

/** The policies of RATE_LIMIT_PER_MINUTE: requests of a credential, and requests of an address without a valid one. */
export type PolicyName = 'credential' | 'failed-authentication' | 'oauth';

/** The rate limit of every request, reported in the headers of its response. Source: contract section 1, "rate limit". */
@Injectable()
export class RequestLimit {
  constructor(
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts a request of a credential, or of the address that it came from. Synchronous while this process holds a lease.
   * @throws RateLimited when the quota is spent, as a thrown error or a rejection.
   */
  count(policy: PolicyName, credentialId: string | null, request: Request, response: Response): void | Promise<void> {
    const quota = this.settings.rateLimitPerMinute;
    if (quota === 0) return;
    const subject = credentialId === null ? subjectOf(policy, callerAddress(request.ip)) : `${policy}:${credentialId}`;
    const result = this.limits.take(subject, { quota, windowSeconds: WINDOW_SECONDS });
    if (result instanceof Promise) return result.then((late) => this.report(policy, late, response));
    return this.report(policy, result, response);
  }

  private report(policy: PolicyName, result: RateLimitResult, response: Response): void {
    response.setHeader('RateLimit-Policy', policyField(policy, this.settings.rateLimitPerMinute, WINDOW_SECONDS));
    response.setHeader('RateLimit', limitField(policy, result));
    if (!result.allowed) throw RateLimited(result.secondsLeft);
  }
}
