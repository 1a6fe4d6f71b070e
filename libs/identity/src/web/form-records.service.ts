import { Injectable } from '@nestjs/common';
import { Encryption, newId } from '@app/kernel';
import { hashSessionToken } from '../sessions/session-token.js';
import { PageRefusal } from './page-refusal.js';
import type { Owner } from './page-sessions.service.js';

/**
 * Seals form IDs for session and workspace, so that a form sent twice creates one record and no client chooses an ID.
 */
@Injectable()
export class FormRecords {
  constructor(private readonly encryption: Encryption) {}

  async seal(owner: Owner, form: string): Promise<string> {
    return (await this.encryption.seal(purposeOf(owner, form), { id: newId() })).toString('base64url');
  }

  /** Returns the ID in a form. @throws PageRefusal if the service did not seal it for this owner and form */
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
