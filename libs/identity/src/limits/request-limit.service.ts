import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimited, Settings } from '@app/kernel';
import type { Verdict } from './lease.js';
import { limitField, policyField } from './lease.js';
import { RateLimits } from './rate-limits.service.js';
import { callerAddress, subjectOf } from './subject.js';

const WINDOW_SECONDS = 60;

/** What is limited by RATE_LIMIT_PER_MINUTE: a credential's requests, and an address's requests without a valid one. */
export type Policy = 'credential' | 'failed-authentication' | 'oauth';

/** The limits that every request meets, told in its answer. Source: contract section 1, "rate limit". */
@Injectable()
export class RequestLimit {
  constructor(
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts a request of a credential, or of the address that it came from. Nothing is awaited while a lease is in hand.
   * @throws RateLimited when the budget is spent, as a thrown error or a rejection.
   */
  count(policy: Policy, credentialId: string | null, request: Request, response: Response): void | Promise<void> {
    const quota = this.settings.rateLimitPerMinute;
    if (quota === 0) return;
    const subject = credentialId === null ? subjectOf(policy, callerAddress(request.ip)) : `${policy}:${credentialId}`;
    const verdict = this.limits.take(subject, { quota, windowSeconds: WINDOW_SECONDS });
    if (verdict instanceof Promise) return verdict.then((late) => this.tell(policy, late, response));
    return this.tell(policy, verdict, response);
  }

  private tell(policy: Policy, verdict: Verdict, response: Response): void {
    response.setHeader('RateLimit-Policy', policyField(policy, this.settings.rateLimitPerMinute, WINDOW_SECONDS));
    response.setHeader('RateLimit', limitField(policy, verdict));
    if (!verdict.allowed) throw RateLimited(verdict.secondsLeft);
  }
}
