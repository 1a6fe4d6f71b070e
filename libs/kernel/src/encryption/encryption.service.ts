import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.service.js';
import { Settings } from '../settings/settings.js';
import { seal, unseal } from './sealed-record.js';

const FILE = 'encryption.key';
const KEY_BYTES = 32;

/**
 * Encrypts secrets that the service must be able to decrypt.
 *
 * ENCRYPTION_KEY can contain several keys. The first one encrypts, and all of them decrypt. If it is not set, a service
 * with an embedded database uses a key file in DATA_DIR, which it creates on first use. With an external database,
 * other machines may not have that file, so the service uses a key in the database. Such a key protects only against
 * somebody who can read single tables (decision 0045).
 */
@Injectable()
export class Encryption {
  private fromFile: Promise<readonly string[]> | undefined;
  private fromDatabase: Promise<readonly string[]> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {}

  /** True if the key is outside the database. */
  get hasKeyApart(): boolean {
    return this.settings.encryptionKeys.length > 0 || this.settings.databaseIsEmbedded;
  }

  /**
   * Encrypts a record for one purpose, such as the secret of one webhook. The record cannot be decrypted for another
   * purpose, so an attacker who swaps rows gains nothing.
   */
  async seal(purpose: string, record: object): Promise<Buffer> {
    const [key] = this.hasKeyApart ? await this.keysApart() : await this.keyInDatabase(true);
    return seal(secretOf(key!, purpose), record);
  }

  async open(purpose: string, sealed: Buffer): Promise<Record<string, unknown> | null> {
    const keys = this.hasKeyApart ? await this.keysApart() : [];
    return openedBy(keys, purpose, sealed) ?? openedBy(await this.keyInDatabase(false), purpose, sealed);
  }

  /** Returns a keyed hash, with which secrets can be compared without storing them. */
  async digest(purpose: string, bytes: Buffer): Promise<Buffer> {
    const [key] = this.hasKeyApart ? await this.keysApart() : await this.keyInDatabase(true);
    return createHmac('sha256', secretOf(key!, purpose)).update(bytes).digest();
  }

  private keysApart(): Promise<readonly string[]> {
    const { encryptionKeys } = this.settings;
    if (encryptionKeys.length > 0) return Promise.resolve(encryptionKeys);
    this.fromFile ??= this.readFile();
    this.fromFile.catch(() => (this.fromFile = undefined));
    return this.fromFile;
  }

  private async readFile(): Promise<readonly string[]> {
    const path = join(this.settings.dataDir, FILE);
    await mkdir(this.settings.dataDir, { recursive: true });
    const key = newKey();
    try {
      await writeFile(path, key, { mode: 0o600, flag: 'wx' });
      return [key];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = (await readFile(path, 'utf8')).trim();
    // Another process may still be writing the file.
    if (text.length < key.length) throw new Error(`${path} does not contain a key`);
    return [text];
  }

  private async keyInDatabase(make: boolean): Promise<readonly string[]> {
    const known = await this.fromDatabase;
    if (known !== undefined && (known.length > 0 || !make)) return known;
    this.fromDatabase = this.database.transaction({ operator: true }, async (work) => {
      const insert = `insert into kernel_encryption_keys (id, key) values (1, $1) on conflict do nothing`;
      if (make) await work.query({ text: insert, values: [newKey()] });
      const rows = await work.query<{ key: string }>({ text: `select key from kernel_encryption_keys`, values: [] });
      return rows.map(({ key }) => key);
    });
    this.fromDatabase.catch(() => (this.fromDatabase = undefined));
    return this.fromDatabase;
  }
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64url');
const secretOf = (key: string, purpose: string) => `${key}:${purpose}`;

function openedBy(keys: readonly string[], purpose: string, sealed: Buffer) {
  for (const key of keys) {
    try {
      return unseal(secretOf(key, purpose), sealed);
    } catch {
      // Either the key or the purpose is wrong, or the service did not encrypt these bytes.
    }
  }
  return null;
}
