import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Encryption, newId } from '@app/kernel';
import type { Call, Done } from '../calls/tool.js';
import { ConfirmationInvalid } from '../agents.problems.js';

/** How long a person may think about a preview. Source: contract section 19, "Preview, then do". */
const LIFE_MINUTES = 10;
const PURPOSE = 'agents.confirmation';

/** What a preview is of. */
interface Previewed {
  readonly seen: readonly string[];
  readonly touched: Done['touched'];
}

/** What was confirmed. */
export interface Confirmed {
  /** The idempotency key of the act. A space stands in it, so that no key of a request is the same. */
  readonly key: string;
  /** Digest of the things that the act touches, as the preview found them. */
  readonly seen: string;
  /** Digest of the outcome that the preview showed. */
  readonly touched: string;
  readonly expiresAt: Date;
}

/**
 * Confirmations of previews: sealed with the service's key, for one credential, one tool, and its arguments. They are kept nowhere;
 * what is kept is that one was acted on (decision 0078).
 */
@Injectable()
export class Confirmations {
  constructor(
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /** A confirmation of what a call would do. */
  async issue(tool: string, args: object, previewed: Previewed, call: Call) {
    const expiresAt = new Date(this.clock.now().getTime() + LIFE_MINUTES * 60_000);
    const sealed = await this.encryption.seal(PURPOSE, {
      for: bindingOf(tool, args, call),
      seen: digest(previewed.seen),
      touched: digest(previewed.touched),
      key: newId(),
      until: expiresAt.getTime(),
    });
    return { confirmation: sealed.toString('base64url'), expiresAt };
  }

  /**
   * What a confirmation stands for, where it was issued for this very call.
   * @throws ConfirmationInvalid for what is none, was changed, or belongs to another credential, tool or other arguments
   */
  async read(confirmation: string, tool: string, args: object, call: Call): Promise<Confirmed> {
    const record = await this.encryption.open(PURPOSE, Buffer.from(confirmation, 'base64url'));
    if (record === null || record['for'] !== bindingOf(tool, args, call)) throw ConfirmationInvalid();
    return {
      key: `agents ${String(record['key'])}`,
      seen: String(record['seen']),
      touched: String(record['touched']),
      expiresAt: new Date(Number(record['until'])),
    };
  }
}

/** A fingerprint of the things that an act touches. */
export function digest(seen: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

function bindingOf(tool: string, args: object, { caller }: Call): string {
  const { workspaceId, credential, credentialId } = caller;
  return digest([workspaceId, credential, credentialId, tool, inOrder(args)]);
}

/** The same arguments are the same text, in whatever order a client writes their names. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
