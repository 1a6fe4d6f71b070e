import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Encryption, newId } from '@app/kernel';
import type { Call, Done } from '../calls/tool.js';
import { ConfirmationInvalid } from '../agents.problems.js';

const LIFE_MINUTES = 10;
const PURPOSE = 'agents.confirmation';

interface Previewed {
  readonly seen: readonly string[];
  readonly touched: Done['touched'];
}

export interface Confirmed {
  /** Idempotency key of the confirmed call. The space in it prevents collisions with keys of API requests. */
  readonly key: string;
  /** Digest of the affected objects at the time of the preview. */
  readonly seen: string;
  /** Digest of the outcome that the preview showed. */
  readonly touched: string;
  readonly expiresAt: Date;
}

/**
 * Issues and reads the encrypted tokens that confirm a preview. A token is bound to a credential, a tool and its
 * arguments. The service stores nothing until a token is used (decision 0078).
 */
@Injectable()
export class Confirmations {
  constructor(
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

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

  /** @throws ConfirmationInvalid if the text is malformed, or bound to another credential, tool or other arguments */
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

export function digest(seen: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

function bindingOf(tool: string, args: object, { caller }: Call): string {
  const { workspaceId, credential, credentialId } = caller;
  return digest([workspaceId, credential, credentialId, tool, inOrder(args)]);
}

/** Serializes a value with sorted keys, so that the order of JSON members does not matter. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
