import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FairQueue } from '@app/kernel';
import { Log, LongWork, Settings } from '@app/kernel';
import type { Transporter } from 'nodemailer';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';

const PER_ADDRESS = { quota: 5, windowSeconds: 3_600 };
const TIMEOUT_MS = 10_000;
/** How many letters are sent at once, one for each who asks while others do, and how many wait, also of one who asks. */
const LETTERS = {
  ...{ capacity: 2, maxBesideOthers: 1 },
  ...{ maxWaiting: 200, maxWaitingPerGroup: 60, maxWaitMs: 600_000 },
};

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
  private readonly turns: FairQueue;

  constructor(
    private readonly settings: Settings,
    private readonly limits: RateLimits,
    private readonly log: Log,
    work: LongWork,
  ) {
    this.turns = work.queue('letters', LETTERS);
  }

  /** Whether a mail server is configured. */
  get isOn(): boolean {
    return this.settings.smtpUrl !== null;
  }

  /**
   * Sends a letter, by turns of those who ask for some; silently not, when the address had five within the hour or too many wait.
   * @param asker who asks for it: an address on the network, or a person
   */
  send(letter: Letter, asker: string): void {
    this.turns
      .run({ group: asker }, () => this.deliver(letter, asker))
      .catch((error: { code?: unknown; responseCode?: unknown }) =>
        // The text of the error may repeat the address or the letter.
        this.log.error({ code: error.code, responseCode: error.responseCode }, 'a mail was not sent'),
      );
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.transport)?.close();
  }

  private async deliver(letter: Letter, asker: string): Promise<void> {
    // The letters that a signed-in person asks for themselves are counted apart: strangers can only spend the others.
    const counted = subjectOf(asker === letter.to ? 'own-mail' : 'mail', letter.to.toLowerCase());
    const { allowed } = await this.limits.takeAttempt(counted, PER_ADDRESS);
    if (!allowed) return;
    this.transport ??= this.connect();
    // As an object it is one address, whatever it holds; text may be a list of several.
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
