import { Injectable } from '@nestjs/common';
import type { Adapter, RecordPayload } from 'oidc-provider';
import { Clock, Database, recordHash, seal, unseal } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { readGrantName } from './grant-name.js';
import { OAuthClients } from './oauth-clients.service.js';

/** Error classes of oidc-provider that the adapter throws. */
export interface StoreErrors {
  readonly InvalidGrant: new (description?: string) => Error;
  readonly SessionNotFound: new (description?: string) => Error;
}

const FALLBACK_SECONDS = 3_600;

/**
 * Stores the codes, refresh tokens, interactions and grants of oidc-provider. Each record is encrypted with its own
 * secret.
 */
@Injectable()
export class OAuthRecords {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly grants: Grants,
    private readonly clients: OAuthClients,
  ) {}

  adapter(kind: string, errors: StoreErrors): Adapter {
    if (kind === 'Client') return this.clientAdapter();
    const adapter: Adapter = {
      upsert: (id, payload, expiresIn) => this.store(kind, id, payload, expiresIn),
      find: (id) => this.find(kind, id),
      // Not supported: a record can only be read with its secret.
      findByUid: () => Promise.resolve(undefined),
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => this.consume(kind, id, errors),
      destroy: (id) => this.destroy(kind, id, errors),
      revokeByGrantId: (name) => this.endGrant(name),
    };
    if (kind !== 'Grant') return adapter;
    // A grant is valid while its row in `identity_grants` is active. Ending that row also ends its refresh tokens.
    return {
      ...adapter,
      find: async (name) => ((await this.isInForce(name)) ? this.find(kind, name) : undefined),
      destroy: async (name) => {
        await this.destroy(kind, name, errors);
        await this.endGrant(name);
      },
    };
  }

  /** Runs work for the first submission of a consent form. Returns false if the form was already submitted. */
  async answerOnce(interactionId: string, work: () => Promise<void>): Promise<boolean> {
    if (!(await this.markUsed('Interaction', interactionId))) return false;
    try {
      await work();
      return true;
    } catch (error) {
      const text = `update identity_oauth_records set consumed_at = null where kind = 'Interaction' and id_hash = $1`;
      await this.database.single({ secrets: true }, { text, values: [recordHash(interactionId)] });
      throw error;
    }
  }

  async purge(): Promise<void> {
    const text = `delete from identity_oauth_records where expires_at < $1`;
    await this.database.single({ secrets: true }, { text, values: [this.clock.now()] });
  }

  private clientAdapter(): Adapter {
    const nothing = () => Promise.resolve(undefined);
    return {
      upsert: (id, metadata) => this.clients.register(id, metadata),
      find: (id) => this.clients.metadata(id),
      findByUid: nothing,
      findByUserCode: nothing,
      consume: nothing,
      destroy: nothing,
      revokeByGrantId: nothing,
    };
  }

  private async store(kind: string, id: string, payload: RecordPayload, expiresIn = FALLBACK_SECONDS): Promise<void> {
    const { jti: _, ...rest } = payload;
    await this.database.single(
      { secrets: true },
      {
        text: `
        insert into identity_oauth_records (kind, id_hash, grant_id, sealed, expires_at) values ($1, $2, $3, $4, $5)
        on conflict (kind, id_hash) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
        values: [
          kind,
          recordHash(id),
          payload.grantId ?? null,
          seal(id, rest),
          new Date(this.clock.now().getTime() + expiresIn * 1000),
        ],
      },
    );
    if (kind === 'RefreshToken' && payload.clientId !== undefined) await this.clients.recordUse(payload.clientId);
  }

  private async find(kind: string, id: string): Promise<RecordPayload | undefined> {
    const [record] = await this.database.single<{ sealed: Buffer; consumed: number | null }>(
      { secrets: true },
      {
        text: `
        select sealed, extract(epoch from consumed_at)::int as consumed from identity_oauth_records where kind = $1 and id_hash = $2 and expires_at > $3`,
        values: [kind, recordHash(id), this.clock.now()],
      },
    );
    if (record === undefined) return undefined;
    const consumed = record.consumed === null ? {} : { consumed: record.consumed };
    return { ...unseal(id, record.sealed), jti: id, ...consumed };
  }

  /** Marks a code or refresh token as used. A second use, even a concurrent one, is a replay and ends the grant. */
  private async consume(kind: string, id: string, errors: StoreErrors): Promise<void> {
    if (await this.markUsed(kind, id)) return;
    const [used] = await this.database.single<{ grant_id: string | null }>(
      { secrets: true },
      {
        text: `select grant_id from identity_oauth_records where kind = $1 and id_hash = $2`,
        values: [kind, recordHash(id)],
      },
    );
    if (used?.grant_id) await this.endGrant(used.grant_id);
    throw new errors.InvalidGrant('already used');
  }

  private async markUsed(kind: string, id: string): Promise<boolean> {
    const marked = await this.database.single(
      { secrets: true },
      {
        text: `
        update identity_oauth_records set consumed_at = $3 where kind = $1 and id_hash = $2 and consumed_at is null
        returning kind`,
        values: [kind, recordHash(id), this.clock.now()],
      },
    );
    return marked.length > 0;
  }

  /** Deletes a record. Only one of several concurrent attempts to continue an authorization request succeeds. */
  private async destroy(kind: string, id: string, errors: StoreErrors): Promise<void> {
    const text = `delete from identity_oauth_records where kind = $1 and id_hash = $2 returning kind`;
    const deleted = await this.database.single({ secrets: true }, { text, values: [kind, recordHash(id)] });
    if (deleted.length === 0 && kind === 'Interaction') throw new errors.SessionNotFound('already continued');
  }

  private async isInForce(name: string): Promise<boolean> {
    const { workspaceId, grantId } = readGrantName(name);
    return (await this.grants.find(workspaceId, grantId)) !== null;
  }

  private async endGrant(name: string): Promise<void> {
    const { workspaceId, grantId } = readGrantName(name);
    await this.grants.end(workspaceId, grantId);
    const text = `delete from identity_oauth_records where grant_id = $1`;
    await this.database.single({ secrets: true }, { text, values: [name] });
  }
}
