import { Injectable } from '@nestjs/common';
import { Encryption, newId } from '@app/kernel';
import { hashSessionToken } from '../sessions/session-token.js';
import { PageRefusal } from './page-refusal.js';
import type { Owner } from './page-sessions.service.js';

/**
 * Seals the ID of the record that a form creates, for the session and the workspace. A form that is submitted twice
 * then creates a single record, and clients cannot choose IDs.
 */
@Injectable()
export class FormRecords {
  constructor(private readonly encryption: Encryption) {}

  async seal(owner: Owner, form: string): Promise<string> {
    return (await this.encryption.seal(purposeOf(owner, form), { id: newId() })).toString('base64url');
  }

  /**
   * Returns the record ID in a form.
   * @throws PageRefusal if the service did not seal the ID for this owner and form
   */
  async open(owner: Owner, form: string, fields: ReadonlyMap<string, string>): Promise<string> {
    const sealed = Buffer.from(fields.get('record') ?? '', 'base64url');
    const record = await this.encryption.open(purposeOf(owner, form), sealed);
    if (record === null) throw new PageRefusal(403, 'form-expired');
    return record['id'] as string;
  }
}

function purposeOf({ session, workspaceId }: Owner, form: string): string {
  return `form:${form}:${workspaceId}:${hashSessionToken(session.token).toString('base64url')}`;
}
