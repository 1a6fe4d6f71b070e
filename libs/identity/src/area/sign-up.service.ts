import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { callerAddress, Settings } from '@app/kernel';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { Mail } from '../mail/mail.service.js';
import { AddressCodes } from '../users/address-codes.service.js';
import { hashProofCode, newProofCode } from '../users/proof-code.js';
import type { Messages } from '../web/messages.js';
import { Registration } from './registration.service.js';

const WRONG_PASSWORDS = { quota: 5, windowSeconds: 900 };

export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly workspaceName: string;
  /** Page to open after the sign-in; empty for the developer area. */
  readonly next: string;
}

export type Confirmed = 'confirmed' | 'wrong-password' | 'expired' | { readonly waitSeconds: number };

/**
 * Signs up users (decision 0044). If the service can send email, it creates users only after confirmation, so that no
 * page reveals that an email address is taken.
 */
@Injectable()
export class SignUp {
  constructor(
    private readonly registration: Registration,
    private readonly codes: AddressCodes,
    private readonly mail: Mail,
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /**
   * Registers the user or, if the service can send email, stores the sign-up and sends a code. Returns true in the
   * second case. The result depends only on the settings, not on the email address.
   */
  async begin(
    response: Response,
    { email, password, workspaceName, next }: SignUpForm,
    messages: Messages,
  ): Promise<boolean> {
    const wanted = await this.registration.wanted(response, email, password, workspaceName);
    if (!this.mail.isOn) {
      await this.registration.register(wanted, false);
      return false;
    }
    const code = newProofCode();
    const isTaken = await this.registration.suspend(wanted, hashProofCode(code));
    const link = isTaken
      ? `${this.settings.baseUrl}/developers/sign-in`
      : `${this.settings.baseUrl}/developers/sign-up/confirm?code=${code}${next && `&next=${encodeURIComponent(next)}`}`;
    const { subject, text } = isTaken ? messages.letters.taken : messages.letters.confirm;
    const letter = { kind: 'sign-up', to: email, subject, text: text.replace('{link}', link) } as const;
    this.mail.send(letter, callerAddress(response.req.ip));
    return true;
  }

  /**
   * Completes a sign-up. Requires the password chosen at sign-up, because a stranger may have signed up with the user's
   * email address.
   */
  async confirm(response: Response, code: string, password: string): Promise<Confirmed> {
    const codeHash = hashProofCode(code);
    const subject = subjectOf('sign-up-code', codeHash.toString('hex'));
    const { allowed, secondsLeft } = await this.limits.takeAttempt(subject, WRONG_PASSWORDS);
    if (!allowed) return { waitSeconds: secondsLeft };
    const pending = await this.registration.pending(codeHash);
    if (pending === null) return 'expired';
    if (!(await this.registration.isChosen(response, password, pending))) return 'wrong-password';
    const isNew = await this.registration.register(pending, true);
    await this.registration.forget(pending.email);
    return isNew ? 'confirmed' : 'expired';
  }

  async mailCode(email: string, messages: Messages): Promise<void> {
    const code = this.mail.isOn ? await this.codes.issue(email) : null;
    if (code === null) return;
    const { subject, text } = messages.letters.code;
    this.mail.send({ kind: 'own', to: email, subject, text: text.replace('{code}', code) }, email);
  }
}
