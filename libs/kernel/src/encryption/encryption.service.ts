import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.service.js';
import { Settings } from '../settings/settings.js';
import { seal, unseal } from './sealed-record.js';

const FILE = 'encryption.key';
const KEY_BYTES = 32;

/**
 * Encrypts what the service has to read again, before it goes into the database. The keys are those of ENCRYPTION_KEY, of which
 * the first seals and all open; or beside the embedded database a file under DATA_DIR that is made on first use. With a database
 * of the operator's own, other machines may serve as well and would not have that file: until a key is set, one in the database
 * itself is used, which protects from those alone who see single tables (decision 0046).
 */
@Injectable()
export class Encryption {
  private fromFile: Promise<readonly string[]> | undefined;
  private fromDatabase: Promise<readonly string[]> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {}

  /** Whether there is a key that is not in the database. */
  get hasKeyApart(): boolean {
    return this.settings.encryptionKeys.length > 0 || this.settings.databaseIsEmbedded;
  }

  /**
   * Encrypts a record for one purpose, such as the secret of one webhook: what was sealed for another one does not open, so
   * that rows cannot be exchanged.
   */
  async seal(purpose: string, record: object): Promise<Buffer> {
    const [key] = this.hasKeyApart ? await this.keysApart() : await this.keyInDatabase(true);
    return seal(secretOf(key!, purpose), record);
  }

  /** Decrypts a record; null when no key opens it. */
  async open(purpose: string, sealed: Buffer): Promise<Record<string, unknown> | null> {
    const keys = this.hasKeyApart ? await this.keysApart() : [];
    return openedBy(keys, purpose, sealed) ?? openedBy(await this.keyInDatabase(false), purpose, sealed);
  }

  /** The newest first. */
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
    const made = newKey();
    try {
      await writeFile(path, made, { mode: 0o600, flag: 'wx' });
      return [made];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = (await readFile(path, 'utf8')).trim();
    // Another process may just be writing it.
    if (text.length < made.length) throw new Error(`${path} holds no key`);
    return [text];
  }

  /** The key in the database, with which there may be records also after another one was set. */
  private async keyInDatabase(make: boolean): Promise<readonly string[]> {
    const known = await this.fromDatabase;
    if (known !== undefined && (known.length > 0 || !make)) return known;
    this.fromDatabase = this.database.transaction({ operator: true }, async (work) => {
      const insert = `insert into kernel_encryption_keys (id, key) values (1, $1) on conflict do nothing`;
      if (make) await work.query({ text: insert, values: [newKey()] });
      const found = await work.query<{ key: string }>({ text: `select key from kernel_encryption_keys`, values: [] });
      return found.map(({ key }) => key);
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
      // Sealed with another key, for another purpose, or not by us.
    }
  }
  return null;
}
