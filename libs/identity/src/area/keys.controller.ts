import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, Settings, text, TIME_ZONE } from '@app/kernel';
import { ApiKeys } from '../keys/api-keys.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { namedIn } from '../web/form.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import { FormRecords } from '../web/form-records.service.js';
import type { Owner } from '../web/page-sessions.service.js';
import { memberOf, PageSessions, shownTo } from '../web/page-sessions.service.js';
import { keyScopesOf } from '../web/scope.js';
import { messagesFor } from '../web/messages.js';
import { confirmPage } from './confirm-page.js';
import type { KeysView } from './keys-page.js';
import { keysPage, newKeyPage } from './keys-page.js';

const NAME = text(1, 120);
const FORM = 'key';
const MAX_KEYS = 100;
const NEW_KEYS = { quota: 60, windowSeconds: 3_600 };

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/keys')
export class KeysController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly keys: ApiKeys,
    private readonly settings: Settings,
    private readonly limits: RateLimits,
    private readonly records: FormRecords,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const outcomes: Readonly<Record<string, Partial<KeysView>>> = {
      revoked: { notice: messages.keyRevoked },
      gone: { fault: messages.keyGone },
      demo: { notice: messages.demoWorkspaceMade },
      'no-demo': { fault: messages.tooManyWorkspaces },
    };
    return this.show(owner, request, response, namedIn(outcomes, request.query['done']) ?? {});
  }

  @Post()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const { workspaceId, memberId, role } = memberOf(owner);
    const messages = messagesFor(owner.language);
    const name = NAME.normalise!(fields.get('name') ?? '') as string;
    const scope = keyScopesOf(role).find((known) => known === fields.get('scope'));
    if (!NAME.check(name) || scope === undefined) {
      const faults = {
        ...(NAME.check(name) ? {} : { name: messages.badKeyName }),
        ...(scope === undefined ? { scope: messages.badScope } : {}),
      };
      return this.show(owner, request, response.status(400), { name, faults });
    }
    if ((await this.keys.list(workspaceId)).length >= MAX_KEYS)
      return this.show(owner, request, response.status(400), { fault: messages.tooManyKeys });
    const id = await this.records.open(owner, FORM, fields);
    const allowance = await this.limits.takeAttempt(subjectOf('new-key', workspaceId), NEW_KEYS);
    if (!allowance.allowed) throw new PageRefusal(429, 'too-many', allowance.secondsLeft);
    const created = await this.pageSessions.runAudited(owner, request, () =>
      this.keys.createOnce(workspaceId, memberId, name, scope, id),
    );
    if (created === null) return this.show(owner, request, response, { fault: messages.keyAlreadyMade });
    return sendPage(response, newKeyPage(this.pageSessions.context(owner, request), created, this.settings.baseUrl));
  }

  @Get(':id/revoke')
  async confirm(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const member = memberOf(owner);
    const key = (await this.keys.list(member.workspaceId, shownTo(member))).find((listed) => listed.id === id);
    if (key === undefined) throw new PageRefusal(404, 'not-found');
    const messages = messagesFor(owner.language);
    const confirmation = {
      section: 'keys' as const,
      title: messages.revokeKey,
      what: key.name,
      detail: `svc_…${key.lastFour}`,
      warning: messages.revokeKeyWarning,
      action: `/developers/keys/${id}/revoke`,
      formToken: owner.formToken,
    };
    return sendPage(response, confirmPage(this.pageSessions.context(owner, request), confirmation));
  }

  @Post(':id/revoke')
  async revoke(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const member = memberOf(owner);
    const { workspaceId } = member;
    const revoked =
      isId(id) &&
      (await this.pageSessions.runAudited(owner, request, () => this.keys.revokeIn(workspaceId, id, shownTo(member))));
    return response.redirect(303, `/developers/keys?done=${revoked ? 'revoked' : 'gone'}`);
  }

  private async show(owner: Owner, request: Request, response: Response, more: Partial<KeysView>): Promise<void> {
    const view: KeysView = {
      keys: owner.member === null ? [] : await this.keys.list(owner.member.workspaceId, shownTo(owner.member)),
      role: owner.member?.role ?? 'viewer',
      timeZone: TIME_ZONE,
      formToken: owner.formToken,
      record: await this.records.seal(owner, FORM),
      ...more,
    };
    sendPage(response, keysPage(this.pageSessions.context(owner, request), view));
  }
}
