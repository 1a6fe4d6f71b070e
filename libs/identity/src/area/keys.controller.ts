import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Scope } from '@app/kernel';
import { Database, isId, newId, Settings, text, TIME_ZONE } from '@app/kernel';
import { ApiKeys } from '../keys/api-keys.service.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Owner } from '../web/visitor.service.js';
import { Visitors } from '../web/visitor.service.js';
import { wordsIn } from '../web/words.js';
import { confirmPage } from './confirm-page.js';
import type { KeysView } from './keys-page.js';
import { keysPage, newKeyPage, SCOPES } from './keys-page.js';

const NAME = text(1, 120);

/** The API keys of the workspace that the signed-in owner looks at. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/keys')
export class KeysController {
  constructor(
    private readonly visitors: Visitors,
    private readonly keys: ApiKeys,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.visitors.owner(request, response);
    const words = wordsIn(owner.language);
    const { done } = request.query;
    if (done === 'revoked') return this.show(owner, request, response, { notice: words.keyRevoked });
    return this.show(owner, request, response, done === 'gone' ? { fault: words.keyGone } : {});
  }

  @Post()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.visitors.form(request);
    const owner = await this.visitors.owner(request, response);
    const workspaceId = workspaceOf(owner);
    const words = wordsIn(owner.language);
    const name = NAME.normalise!(fields.get('name') ?? '') as string;
    const scope = SCOPES.find((known) => known === fields.get('scope'));
    const id = fields.get('id');
    if (!NAME.check(name) || scope === undefined) {
      const faults = {
        ...(NAME.check(name) ? {} : { name: words.badKeyName }),
        ...(scope === undefined ? { scope: words.badScope } : {}),
      };
      return this.show(owner, request, response.status(400), { name, faults });
    }
    const keyId = isId(id) ? id : newId();
    const made = await this.visitors.acting(owner, request, () => this.make(workspaceId, name, scope, keyId));
    if (made === null) return this.show(owner, request, response, { fault: words.keyAlreadyMade });
    return sendPage(response, newKeyPage(this.visitors.frame(owner, request), made, this.settings.baseUrl));
  }

  @Get(':id/revoke')
  async confirm(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.visitors.owner(request, response);
    const key = (await this.keys.list(workspaceOf(owner))).find((listed) => listed.id === id);
    if (key === undefined) throw new PageRefusal(404, 'not-found');
    const words = wordsIn(owner.language);
    const confirmation = {
      section: 'keys' as const,
      title: words.revokeKey,
      what: key.name,
      detail: `svc_…${key.lastFour}`,
      warning: words.revokeKeyWarning,
      action: `/developers/keys/${id}/revoke`,
      formToken: owner.formToken,
    };
    return sendPage(response, confirmPage(this.visitors.frame(owner, request), confirmation));
  }

  @Post(':id/revoke')
  async revoke(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.visitors.form(request);
    const owner = await this.visitors.owner(request, response);
    const workspaceId = workspaceOf(owner);
    const revoked = isId(id) && (await this.visitors.acting(owner, request, () => this.keys.revokeIn(workspaceId, id)));
    return response.redirect(303, `/developers/keys?done=${revoked ? 'revoked' : 'gone'}`);
  }

  /** Makes a key under the id that its form brought; null when that form was sent before. */
  private async make(workspaceId: string, name: string, scope: Scope, id: string) {
    if (await this.keys.isTaken(workspaceId, id)) return null;
    return this.database.transaction({ workspaceId }, async (work) => this.keys.issue(work, name, scope, id));
  }

  private async show(owner: Owner, request: Request, response: Response, more: Partial<KeysView>): Promise<void> {
    const view: KeysView = {
      keys: owner.workspaceId === null ? [] : await this.keys.list(owner.workspaceId),
      timeZone: TIME_ZONE,
      formToken: owner.formToken,
      nextKeyId: newId(),
      ...more,
    };
    sendPage(response, keysPage(this.visitors.frame(owner, request), view));
  }
}

/** @throws PageRefusal for somebody without a workspace. */
function workspaceOf(owner: Owner): string {
  if (owner.workspaceId === null) throw new PageRefusal(404, 'not-found');
  return owner.workspaceId;
}
