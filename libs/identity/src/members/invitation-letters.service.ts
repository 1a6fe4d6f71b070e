import { Injectable } from '@nestjs/common';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { Mail } from '../mail/mail.service.js';
import type { Invitation } from '../users/member.entity.js';
import type { Messages } from '../web/messages.js';

/** Maximum invitation emails per workspace, so that the service cannot be used to send spam. */
const LETTERS = { quota: 40, windowSeconds: 3_600 };
/** Maximum invitation emails per workspace to an address, so that no workspace alone uses up those of the address. */
const LETTERS_TO_ADDRESS = { quota: 2, windowSeconds: 3_600 };

@Injectable()
export class InvitationLetters {
  constructor(
    private readonly mail: Mail,
    private readonly limits: RateLimits,
  ) {}

  /** Sends an invitation by email. Returns false if the service cannot send email, or if the limit is reached. */
  async send({ workspaceId, email }: Invitation, url: string, { letters }: Messages): Promise<boolean> {
    if (!this.mail.isOn) return false;
    for (const [counted, limit] of [
      [subjectOf('invitations', workspaceId, email.toLowerCase()), LETTERS_TO_ADDRESS],
      [subjectOf('invitations', workspaceId), LETTERS],
    ] as const) {
      if (!(await this.limits.takeAttempt(counted, limit)).allowed) return false;
    }
    const { subject, text } = letters.invitation;
    this.mail.send({ kind: 'invitation', to: email, subject, text: text.replace('{link}', url) }, workspaceId);
    return true;
  }
}
