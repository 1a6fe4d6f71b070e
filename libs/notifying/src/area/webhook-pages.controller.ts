import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, Problem, Settings, TIME_ZONE } from '@app/kernel';
import type { Owner } from '@app/identity';
import { confirmPage, FormRecords, memberOf, PageFilter, PageRefusal, PageSessions, sendPage } from '@app/identity';
import { Deliveries } from '../deliveries/deliveries.service.js';
import { WebhookLimitReached } from '../notifying.problems.js';
import { areEventTypes } from '../webhooks/event-types.request.js';
import { webhookDescription } from '../webhooks/webhook.request.js';
import { shownWebhook, webhookView } from '../webhooks/webhook.view.js';
import { Webhooks } from '../webhooks/webhooks.service.js';
import { webhookMessages } from './webhook-messages.js';
import { webhookPage } from './webhook-page.js';
import type { WebhookEntry, WebhooksPageView } from './webhooks-page.js';
import { secretPage, webhooksPage } from './webhooks-page.js';

const FORM = 'webhook';
const SHOWN_DELIVERIES = 20;
const DESCRIPTION = webhookDescription();

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/webhooks')
export class WebhookPagesController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
    private readonly settings: Settings,
    private readonly records: FormRecords,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const texts = webhookMessages(owner.language);
    return this.show(owner, request, response, request.query['done'] === 'removed' ? { notice: texts.removed } : {});
  }

  @Post()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const workspaceId = workspaceOf(owner);
    const texts = webhookMessages(owner.language);
    const field = (name: keyof WebhookEntry) => (fields.get(name) ?? '').trim();
    const entry = { url: field('url'), types: field('types'), description: field('description') };
    const types = [...new Set(entry.types.split(/[\s,]+/).filter((name) => name !== ''))];
    const again = (more: Partial<WebhooksPageView>) =>
      this.show(owner, request, response.status(400), { entry, ...more });
    if (!areEventTypes(types)) return again({ faults: { types: texts.badTypes } });
    const description = DESCRIPTION.normalise!(entry.description) as string;
    if (description !== '' && !DESCRIPTION.check(description)) {
      return again({ faults: { description: texts.badDescription } });
    }
    const id = await this.records.open(owner, FORM, fields);
    const wanted = { url: entry.url, types, description: description === '' ? null : description };
    try {
      const created = await this.pageSessions.runAudited(owner, request, () =>
        this.webhooks.createOnce(workspaceId, wanted, id),
      );
      if (created === null) return await this.show(owner, request, response, { fault: texts.alreadyMade });
      const context = this.pageSessions.context(owner, request);
      return sendPage(response, secretPage(context, webhookView(created.webhook), created.secret));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.type.code === WebhookLimitReached.code) return again({ fault: texts.tooMany });
      if (error.type.status === 400)
        return again({ faults: { url: this.settings.webhookNetwork === 'any' ? texts.badAnyUrl : texts.badUrl } });
      throw error;
    }
  }

  @Get(':id')
  async webhook(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const workspaceId = workspaceOf(owner);
    const texts = webhookMessages(owner.language);
    const webhook = shownWebhook(await this.webhooks.get(workspaceId, known(id)));
    const { items } = await this.deliveries.page(workspaceId, id, { limit: SHOWN_DELIVERIES });
    const notices: Readonly<Record<string, string>> = {
      active: texts.isActive,
      paused: texts.isPaused,
      tested: texts.tested,
      retried: webhook.status === 'active' ? texts.retried : texts.retriedLater,
    };
    const { done } = request.query;
    const view = {
      ...{ webhook, deliveries: items, timeZone: TIME_ZONE, formToken: owner.formToken },
      ...(typeof done === 'string' && Object.hasOwn(notices, done) ? { notice: notices[done]! } : {}),
      ...(done === 'test-failed' ? { fault: texts.testFailed } : {}),
    };
    return sendPage(response, webhookPage(this.pageSessions.context(owner, request), view));
  }

  @Post(':id/status')
  async changeStatus(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const status = fields.get('status') === 'paused' ? 'paused' : 'active';
    const owner = await this.pageSessions.owner(request, response);
    const { url } = await this.webhooks.get(workspaceOf(owner), known(id));
    // An app may have changed the URL in the meantime. The owner must activate only the URL that the page showed.
    if (fields.get('url') !== url) return response.redirect(303, `/developers/webhooks/${known(id)}`);
    await this.act(request, response, (workspaceId) => this.webhooks.edit(workspaceId, known(id), { status }));
    return response.redirect(303, `/developers/webhooks/${id}?done=${status}`);
  }

  @Post(':id/test')
  async test(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const { status } = await this.act(request, response, (workspaceId) => this.deliveries.test(workspaceId, known(id)));
    return response.redirect(
      303,
      `/developers/webhooks/${id}?done=${status === 'delivered' ? 'tested' : 'test-failed'}`,
    );
  }

  @Post(':id/deliveries/:deliveryId/retry')
  async retry(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    const [id, deliveryId] = [String(request.params['id']), String(request.params['deliveryId'])];
    await this.act(request, response, (workspaceId) =>
      this.deliveries.retry(workspaceId, known(id), known(deliveryId)),
    );
    return response.redirect(303, `/developers/webhooks/${id}?done=retried`);
  }

  @Get(':id/:act')
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const act = String(request.params['act']);
    if (act !== 'rotate' && act !== 'delete') throw new PageRefusal(404, 'not-found');
    const texts = webhookMessages(owner.language);
    const webhook = await this.webhooks.get(workspaceOf(owner), known(String(request.params['id'])));
    const confirmation = {
      section: 'webhooks' as const,
      title: act === 'rotate' ? texts.rotate : texts.remove,
      what: webhook.url,
      detail: `whsec_…${webhook.secretHint}`,
      warning: act === 'rotate' ? texts.rotateWarning : texts.removeWarning,
      // The address contains the hint of the current secret, so that reloading the page after a rotation does not
      // rotate the secret again.
      action: `/developers/webhooks/${webhook.id}/${act}${act === 'rotate' ? `?from=${webhook.secretHint}` : ''}`,
      formToken: owner.formToken,
    };
    return sendPage(response, confirmPage(this.pageSessions.context(owner, request), confirmation));
  }

  @Post(':id/rotate')
  async rotate(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const { secretHint } = await this.webhooks.get(workspaceOf(owner), known(id));
    if (request.query['from'] !== secretHint) return response.redirect(303, `/developers/webhooks/${known(id)}`);
    const { webhook, secret } = await this.pageSessions.runAudited(owner, request, () =>
      this.webhooks.rotateSecret(workspaceOf(owner), known(id), { overlapHours: 24 }),
    );
    return sendPage(response, secretPage(this.pageSessions.context(owner, request), webhookView(webhook), secret));
  }

  @Post(':id/delete')
  async delete(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    await this.act(request, response, (workspaceId) => this.webhooks.delete(workspaceId, known(id)));
    return response.redirect(303, '/developers/webhooks?done=removed');
  }

  private async act<T>(request: Request, response: Response, work: (workspaceId: string) => Promise<T>): Promise<T> {
    const owner = await this.pageSessions.owner(request, response);
    return this.pageSessions.runAudited(owner, request, () => work(workspaceOf(owner)));
  }

  private async show(
    owner: Owner,
    request: Request,
    response: Response,
    more: Partial<WebhooksPageView>,
  ): Promise<void> {
    const webhooks = owner.member === null ? [] : await this.webhooks.list(workspaceOf(owner));
    const view = {
      ...{ webhooks: webhooks.map(shownWebhook), timeZone: TIME_ZONE, formToken: owner.formToken },
      record: await this.records.seal(owner, FORM),
      network: this.settings.webhookNetwork,
      ...more,
    };
    sendPage(response, webhooksPage(this.pageSessions.context(owner, request), view));
  }
}

function workspaceOf(owner: Owner): string {
  return memberOf(owner, 'owner').workspaceId;
}

function known(id: string): string {
  if (!isId(id)) throw new PageRefusal(404, 'not-found');
  return id;
}
