import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import { exportJWK, generateKeyPair } from 'jose';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, isId, newId } from '@app/kernel';
import { ACCESS_TOKEN_SECONDS, SIGNING_ALGORITHM } from './access-token.js';
import { SigningKey } from './signing-key.entity.js';

/** Advisory lock key that serializes rotations. Any unused constant works. */
const ROTATION_LOCK = 4_827_190_269;
/**
 * Seconds for which a retired key stays valid: the lifetime of a token, plus a margin for clock differences between
 * processes.
 */
const RETIREMENT_SECONDS = ACCESS_TOKEN_SECONDS + 60;

/**
 * Manages the keys that sign access tokens. They are in the database, so that all processes share them (decision 0024).
 */
@Injectable()
export class SigningKeys {
  private readonly known = new Map<string, JWK>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the ID of the current key. Creates a key if no current key exists. */
  async currentId(): Promise<string> {
    const text = `select id from identity_signing_keys where retires_at is null`;
    const [current] = await this.database.single<{ id: string }>({}, { text, values: [] });
    return current?.id ?? (await this.rotate(false)).id;
  }

  async current(): Promise<SigningKey> {
    await this.currentId();
    return this.database.transaction({ secrets: true }, (work) =>
      work.em.findOneOrFail(SigningKey, { retiresAt: null }),
    );
  }

  /**
   * Returns a public key, or null if it is unknown. A cached key may have been retired; the check of the grant detects
   * that.
   */
  async publicKey(id: string): Promise<JWK | null> {
    if (!isId(id)) return null;
    const known = this.known.get(id);
    if (known) return known;
    const text = `select public_jwk from identity_signing_keys where id = $1 and (retires_at is null or retires_at > $2)`;
    const values = [id, this.clock.now()];
    const [key] = await this.database.single<{ public_jwk: JWK }>({}, { text, values });
    if (key === undefined) return null;
    this.known.set(id, key.public_jwk);
    return key.public_jwk;
  }

  /** Returns the public parts of all valid keys as a JWK set (RFC 7517). */
  async publicKeys(): Promise<{ keys: JWK[] }> {
    await this.currentId();
    const rows = await this.database.single<{ id: string; public_jwk: JWK }>(
      {},
      {
        text: `
        select id, public_jwk from identity_signing_keys where retires_at is null or retires_at > $1
        order by retires_at nulls first`,
        values: [this.clock.now()],
      },
    );
    return { keys: rows.map(({ id, public_jwk: jwk }) => ({ ...jwk, kid: id, alg: SIGNING_ALGORITHM, use: 'sig' })) };
  }

  /**
   * Creates a new signing key. Tokens signed by earlier keys stay valid until they expire. With `atOnce`, which is for
   * a leaked key, they are rejected immediately.
   */
  async rotate(atOnce: boolean): Promise<{ id: string; retired: string[] }> {
    const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const jwks = { publicJwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey) };
    return this.database.transaction({ secrets: true }, (work) => this.replace(work, jwks, atOnce));
  }

  private async replace(
    work: UnitOfWork,
    jwks: Pick<SigningKey, 'publicJwk' | 'privateJwk'>,
    atOnce: boolean,
  ): Promise<{ id: string; retired: string[] }> {
    await work.query({ text: 'select pg_advisory_xact_lock($1)', values: [ROTATION_LOCK] });
    const now = this.clock.now();
    const retiresAt = atOnce ? now : new Date(now.getTime() + RETIREMENT_SECONDS * 1000);
    await work.em.nativeDelete(SigningKey, { retiresAt: { $lte: now } });
    const retired = await work.em.find(SigningKey, atOnce ? {} : { retiresAt: null });
    for (const key of retired) key.retiresAt = retiresAt;
    await work.flush();
    const { id } = work.em.create(SigningKey, { id: newId(), ...jwks, createdAt: now });
    return { id, retired: retired.map((key) => key.id) };
  }
}
