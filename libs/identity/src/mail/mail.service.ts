import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FairQueue } from '@app/kernel';
import { Log, LongWork, Settings } from '@app/kernel';
import type { Transporter } from 'nodemailer';
import type { RateLimitPolicy } from '../limits/rate-limits.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { mailboxOf } from './mailbox.js';

/** Maximum emails to an address per hour, counted for each kind, so that strangers cannot use up the other kinds. */
const PER_ADDRESS = { own: perHour(5), 'sign-up': perHour(10), invitation: perHour(5) };
/** Maximum sign-up emails per requester to an address, so that no requester alone uses up those of the address. */
const SIGN_UPS_PER_ASKER = perHour(2);
const TIMEOUT_MS = 10_000;
/** Limits of the email queue: it sends two emails at once, but only one per requester while others wait. */
const LETTERS = {
  ...{ capacity: 2, maxBesideOthers: 1 },
  ...{ maxWaiting: 200, maxWaitingPerGroup: 60, maxWaitMs: 600_000 },
};

export interface Letter {
  /** `own` is an email that its signed-in recipient requests. Strangers can cause the other kinds. */
  readonly kind: 'own' | 'sign-up' | 'invitation';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends email in the background (decision 0044), so that response times do not reveal whether an email was sent. */
@Injectable()
export class Mail implements OnApplicationShutdown {
  private transport: Promise<Transporter> | undefined;
  private readonly turns: FairQueue;

  constructor(
    private readonly settings: Settings,
    private readonly limits: RateLimits,
    private readonly log: Log,
    work: LongWork,
  ) {
    this.turns = work.queue('letters', LETTERS);
  }

  get isOn(): boolean {
    return this.settings.smtpUrl !== null;
  }

  /**
   * Sends an email. Drops it if its recipient has received too many of its kind within an hour, or if too many emails wait.
   * @param asker IP address or email address of the requester
   */
  send(letter: Letter, asker: string): void {
    this.turns
      .run({ group: asker }, () => this.deliver(letter, asker))
      .catch((error: { code?: unknown; responseCode?: unknown }) =>
        // The error message may contain the email address or the text of the email.
        this.log.error({ code: error.code, responseCode: error.responseCode }, 'an email was not sent'),
      );
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.transport)?.close();
  }

  private async deliver({ kind, ...letter }: Letter, asker: string): Promise<void> {
    const mailbox = mailboxOf(letter.to);
    const counted = [
      ...(kind === 'sign-up' ? [[subjectOf('sign-up-mail', asker, mailbox), SIGN_UPS_PER_ASKER] as const] : []),
      [subjectOf(`${kind}-mail`, mailbox), PER_ADDRESS[kind]] as const,
    ];
    for (const [subject, limit] of counted) if (!(await this.limits.takeAttempt(subject, limit)).allowed) return;
    this.transport ??= this.connect();
    // An object is always a single recipient. A string could be parsed as a list.
    const to = { name: '', address: letter.to };
    await (
      await this.transport
    ).sendMail({ ...letter, to, from: { name: 'Centavo', address: this.settings.mailFrom } });
  }

  private async connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    return createTransport({ url: this.settings.smtpUrl!, pool: true, maxConnections: LETTERS.capacity, ...timeouts });
  }
}

function perHour(quota: number): RateLimitPolicy {
  return { quota, windowSeconds: 3_600 };
}
