import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Log, Settings } from '@app/kernel';
import type { Transporter } from 'nodemailer';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';

const PER_ADDRESS = { quota: 5, windowSeconds: 3_600 };
const MAX_WAITING = 200;
const TIMEOUT_MS = 10_000;

/** A mail in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Mail by the server that SMTP_URL names (decision 0044). Requests do not wait for it: how long a page takes must not tell whether a
 * mail was sent. A lost mail is asked for again by the person, so nothing is kept.
 */
@Injectable()
export class Mail implements OnApplicationShutdown {
  private transport: Promise<Transporter> | undefined;
  private waiting = 0;

  constructor(
    private readonly settings: Settings,
    private readonly limits: RateLimits,
    private readonly log: Log,
  ) {}

  /** Whether a mail server is configured. */
  get isOn(): boolean {
    return this.settings.smtpUrl !== null;
  }

  /** Sends a letter; silently not, when the address had five within the hour or too many letters wait. */
  send(letter: Letter): void {
    if (this.waiting >= MAX_WAITING) return this.log.warn({ waiting: this.waiting }, 'a mail was dropped');
    this.waiting += 1;
    this.deliver(letter)
      .catch((error: { code?: unknown; responseCode?: unknown }) =>
        // The text of the error may repeat the address or the letter.
        this.log.error({ code: error.code, responseCode: error.responseCode }, 'a mail was not sent'),
      )
      .finally(() => (this.waiting -= 1));
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.transport)?.close();
  }

  private async deliver(letter: Letter): Promise<void> {
    const { allowed } = await this.limits.takeAttempt(subjectOf('mail', letter.to.toLowerCase()), PER_ADDRESS);
    if (!allowed) return;
    this.transport ??= this.connect();
    await (await this.transport).sendMail({ ...letter, from: { name: 'Centavo', address: this.settings.mailFrom } });
  }

  private async connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    return createTransport({ url: this.settings.smtpUrl!, pool: true, maxConnections: 2, ...timeouts });
  }
}
