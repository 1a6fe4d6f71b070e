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
/** Webhooks do not support dry runs, because they call other services. */
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
    summary: 'List webhooks, oldest first',
    description: 'Returns all webhooks of the workspace, at most 20.',
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
      'Sends later events of the given types to the URL. Each event is signed as in Standard Webhooks 1.0 with the `secret`, which only this response contains. Also requires the `:read` scope of every family in `types`.',
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

  @OnWebhook('Get a webhook', { description: 'Returns the webhook without its secret.', resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<WebhookView> {
    return webhookView(await this.webhooks.get(caller.workspaceId, id));
  }

  @OnWebhook('Edit, pause or resume a webhook', {
    description:
      'Events that occur during a pause are sent only by a replay. Also requires the `:read` scope of every family in the types before and after the edit.',
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

  @OnWebhook('Delete a webhook', { description: 'Cancels pending deliveries.' })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<WebhookView> {
    return webhookView(await this.webhooks.delete(caller.workspaceId, id));
  }

  @OnWebhook('Rotate the secret of a webhook', {
    id: 'rotateWebhookSecret',
    description:
      'Events are also signed with the old secret for `overlapHours`. At most two secrets sign at a time: another rotation ends the overlap of the previous one. Only this response contains the new secret.',
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
    summary: 'Send a test event to a webhook',
    collection: { makes: ['deliveryId'] },
    description: 'Sends a `webhook.test` event once, even if the webhook is paused. The response contains the attempt.',
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
    summary: 'List the deliveries of a webhook, newest first',
    description: 'Deliveries are stored for 30 days.',
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
    description:
      'Sends the delivery now and restarts its retry schedule. If the webhook is not active, the delivery is sent after activation.',
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
    description:
      'Sends all events of its types since a given time, including delivered ones, with the same `webhook-id`.',
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

function grantOf({ credential, credentialId }: Principal): string | null {
  return credential === 'oauth_grant' ? credentialId : null;
}
