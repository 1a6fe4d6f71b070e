import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, ClientGone, CursorInvalid, Operation, operationsOn, ServiceUnavailable, Scoped } from '@app/kernel';
import { Deliveries } from './deliveries/deliveries.service.js';
import { ListDeliveriesRequest } from './deliveries/delivery.request.js';
import { DeliveryPageView, DeliveryView } from './deliveries/delivery.view.js';
import { refuseUnreadable } from './feed/readable-types.js';
import { DeliveryNotFound, WebhookLimitReached, WebhookNotFound } from './notifying.problems.js';
import {
  CreateWebhookRequest,
  EditWebhookRequest,
  ReplayRequest,
  RotateSecretRequest,
} from './webhooks/webhook.request.js';
import { ReplayView, webhookView, WebhookView, WebhookWithSecretView } from './webhooks/webhook.view.js';
import { Webhooks } from './webhooks/webhooks.service.js';

const pathIds = { id: WebhookNotFound };
const onDelivery = { id: WebhookNotFound, deliveryId: DeliveryNotFound };
const webhookExample = { url: 'https://hooks.example.com/centavo', types: ['transaction.*'] };
/** A webhook tells other services: what it would do is not tried. */
const dryRun = false;
const OnWebhook = operationsOn({ answer: WebhookView, pathIds, example: webhookExample, dryRun });

@Scoped('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: Deliveries,
  ) {}

  @Operation({
    summary: 'List webhooks, the oldest first',
    description: 'All of them, 20 at most.',
    answer: [WebhookView],
    example: [webhookExample],
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<WebhookView[]> {
    return (await this.webhooks.list(caller.workspaceId)).map(webhookView);
  }

  @Operation({
    summary: 'Create a webhook',
    description:
      'Events of its types are sent to its URL from now on, signed as Standard Webhooks 1.0 describes it with the `secret` of this answer, which is shown once. Needs the `:read` scope of every family that `types` names too.',
    answer: WebhookWithSecretView,
    answersSecret: true,
    example: webhookExample,
    dryRun,
    requestExample: webhookExample,
    problems: [WebhookLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateWebhookRequest): Promise<WebhookWithSecretView> {
    refuseUnreadable(caller, request.types);
    const { webhook, secret } = await this.webhooks.create(caller.workspaceId, request, grantOf(caller));
    return { ...webhookView(webhook), secret };
  }

  @OnWebhook('One webhook', { description: 'Its state, without its secret.', resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<WebhookView> {
    return webhookView(await this.webhooks.get(caller.workspaceId, id));
  }

  @OnWebhook('Edit, pause or resume a webhook', {
    description:
      'Events of the time in which a webhook is paused are sent only by a replay. Needs the `:read` scope of every family that the webhook sends, before and after the edit.',
    requestExample: { status: 'paused' },
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditWebhookRequest,
  ): Promise<WebhookView> {
    const mayRead = (types: readonly string[]) => refuseUnreadable(caller, types);
    return webhookView(await this.webhooks.edit(caller.workspaceId, id, request, mayRead, grantOf(caller)));
  }

  @OnWebhook('Delete a webhook', { description: 'What still waits for it is not sent.' })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<WebhookView> {
    return webhookView(await this.webhooks.delete(caller.workspaceId, id));
  }

  @OnWebhook('Give a webhook a new secret', {
    id: 'rotateWebhookSecret',
    description:
      'The old secret signs beside the new one for `overlapHours`; two sign at most, so that another rotation ends the overlap of the one before. The new secret is shown once, here.',
    answer: WebhookWithSecretView,
    answersSecret: true,
  })
  @Post(':id/rotate-secret')
  async rotateSecret(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: RotateSecretRequest,
  ): Promise<WebhookWithSecretView> {
    const { webhook, secret } = await this.webhooks.rotateSecret(caller.workspaceId, id, request);
    return { ...webhookView(webhook), secret };
  }

  @Operation({
    summary: 'Send a test to a webhook now',
    collection: { makes: ['deliveryId'] },
    description: 'A `webhook.test`, sent once, also while the webhook is paused. The answer has the attempt.',
    answer: DeliveryView,
    pathIds,
    problems: [ServiceUnavailable],
    dryRun,
  })
  @Post(':id/test')
  test(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<DeliveryView> {
    return this.deliveries.test(caller.workspaceId, id, clientGone);
  }

  @Operation({
    id: 'listWebhookDeliveries',
    summary: 'List what was sent to a webhook, the latest first',
    description: 'Deliveries are kept for 30 days.',
    answer: DeliveryPageView,
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/deliveries')
  listDeliveries(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: ListDeliveriesRequest,
  ): Promise<DeliveryPageView> {
    return this.deliveries.page(caller.workspaceId, id, request);
  }

  @Operation({
    id: 'retryWebhookDelivery',
    summary: 'Send a delivery again',
    collection: { after: ['testWebhook'] },
    description: 'Now, and from then on by the schedule. To a webhook that is not active it is sent once it is.',
    answer: DeliveryView,
    pathIds: onDelivery,
    dryRun,
  })
  @Post(':id/deliveries/:deliveryId/retry')
  retry(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<DeliveryView> {
    return this.deliveries.retry(caller.workspaceId, id, deliveryId);
  }

  @Operation({
    id: 'replayWebhookEvents',
    summary: 'Send earlier events to a webhook again',
    collection: { fields: { since: () => '{{since}}' } },
    description: 'All since an instant that it takes, also those that were delivered; under the same `webhook-id`.',
    answer: ReplayView,
    pathIds,
    dryRun,
  })
  @Post(':id/replay')
  async replay(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: ReplayRequest,
  ): Promise<ReplayView> {
    return { queued: await this.deliveries.replay(caller.workspaceId, id, new Date(request.since)) };
  }
}

/** The grant of an app; null for an API key. */
function grantOf({ credential, credentialId }: Principal): string | null {
  return credential === 'oauth_grant' ? credentialId : null;
}
