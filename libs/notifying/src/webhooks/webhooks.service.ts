import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, Encryption, newId, Settings, ValidationFailed } from '@app/kernel';
import { Grants } from '@app/identity';
import { readOutboundUrl } from '@app/outbound';
import { webhookEvents } from '../notifying.events.js';
import { MAX_WEBHOOKS, WebhookLimitReached, WebhookNotFound } from '../notifying.problems.js';
import type { CreateWebhookRequest, EditWebhookRequest, RotateSecretRequest } from './webhook.request.js';
import { disableAll, disableWebhooksOfGrants } from './disabling.query.js';
import { queueEventsSoFar } from '../consumers/queue.query.js';
import { newWebhookSecret, secretHint } from './webhook-secret.js';
import type { WebhookOwner } from './webhook.entity.js';
import { Webhook } from './webhook.entity.js';

export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

@Injectable()
export class Webhooks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly encryption: Encryption,
    private readonly grants: Grants,
  ) {
    grants.attach({
      end: (work, ended) => disableAll(work, disableWebhooksOfGrants(ended, this.clock.now())),
      urls: async (workspaceId) =>
        (await this.list(workspaceId)).flatMap(({ grantId, url }) => (grantId ? [{ grantId, url }] : [])),
    });
  }

  list(workspaceId: string): Promise<Webhook[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) =>
      work.em.find(Webhook, { workspaceId }, { orderBy: { id: 'asc' } }),
    );
  }

  get(workspaceId: string, id: string): Promise<Webhook> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => this.find(work, id));
  }

  /** @throws ValidationFailed if the URL is not allowed; WebhookLimitReached */
  async create(workspaceId: string, request: CreateWebhookRequest, grantId: string | null): Promise<WebhookWithSecret> {
    return (await this.createOnce(workspaceId, request, newId(), grantId))!;
  }

  /**
   * Creates a webhook with the ID from the form. Returns null if the form was submitted before.
   * @throws the errors of `create`
   */
  async createOnce(
    workspaceId: string,
    request: CreateWebhookRequest,
    id: string,
    grantId: string | null = null,
  ): Promise<WebhookWithSecret | null> {
    this.checkUrl(request.url);
    const secret = newWebhookSecret();
    const sealedSecret = await this.sealed(id, secret);
    const webhook = await this.database.transaction({ workspaceId }, async (work) => {
      const owner = await this.hold(work, grantId);
      await holdWebhooks(work);
      if ((await work.em.count(Webhook, { workspaceId, id })) > 0) return null;
      if ((await work.em.count(Webhook, { workspaceId })) >= MAX_WEBHOOKS) throw WebhookLimitReached(MAX_WEBHOOKS);
      const now = this.clock.now();
      work.audit(id);
      work.announce(webhookEvents.created(id));
      await queueEventsSoFar(work, now);
      return work.em.create(Webhook, {
        workspaceId,
        id,
        url: request.url,
        types: request.types,
        description: request.description ?? null,
        status: 'active',
        disabledReason: null,
        secretHint: secretHint(secret),
        sealedSecret,
        sealedPreviousSecret: null,
        previousSecretUntil: null,
        failingSince: null,
        lastDeliveredAt: null,
        grantId: owner?.grantId ?? null,
        appName: owner?.appName ?? null,
        grantExpiresAt: owner?.grantExpiresAt ?? null,
        createdAt: now,
        updatedAt: now,
      });
    });
    return webhook && { webhook, secret };
  }

  /**
   * Edits a webhook.
   * @param check throws if the editor may not read the current or the new types, because a new URL also receives
   * pending events
   * @param grantId grant of the editing app; null for the workspace owner or an API key
   * @throws WebhookNotFound; ValidationFailed if the URL is not allowed
   */
  async edit(
    workspaceId: string,
    id: string,
    request: EditWebhookRequest,
    check?: (types: readonly string[]) => void,
    grantId: string | null = null,
  ): Promise<Webhook> {
    if (request.url !== undefined) this.checkUrl(request.url);
    return this.database.transaction({ workspaceId }, async (work) => {
      // Locks the grant before its webhooks to avoid a deadlock, because ending a grant locks them in this order.
      const editor = await this.hold(work, grantId);
      const webhook = await lock(work, id);
      check?.([...webhook.types, ...(request.types ?? [])]);
      const before = editableFields(webhook);
      if (request.status !== undefined || request.types !== undefined) await queueEventsSoFar(work, this.clock.now());
      if (request.url !== undefined) webhook.changeUrl(request.url, editor);
      webhook.types = request.types ?? webhook.types;
      if (request.description !== undefined) webhook.description = request.description;
      if (request.status !== undefined) webhook.changeStatus(request.status, editor);
      const changed = changedFields(before, editableFields(webhook));
      if (changed.length > 0) this.noteChange(work, webhook, changed, this.clock.now());
      return webhook;
    });
  }

  /**
   * Rotates the secret. For `overlapHours`, messages also have a signature with the old secret, so that receivers can switch.
   */
  async rotateSecret(workspaceId: string, id: string, request: RotateSecretRequest): Promise<WebhookWithSecret> {
    const secret = newWebhookSecret();
    const sealedSecret = await this.sealed(id, secret);
    const webhook = await this.database.transaction({ workspaceId }, async (work) => {
      const rotated = await lock(work, id);
      const now = this.clock.now();
      rotated.rotateSecret({ sealed: sealedSecret, hint: secretHint(secret) }, request.overlapHours, now);
      this.noteChange(work, rotated, ['secret'], now);
      return rotated;
    });
    return { webhook, secret };
  }

  /** Deletes a webhook and its pending deliveries. The nightly purge deletes its other deliveries. */
  delete(workspaceId: string, id: string): Promise<Webhook> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const webhook = await lock(work, id);
      await work.query({
        text: `delete from notifying_deliveries where workspace_id = $1 and webhook_id = $2 and status = 'pending'`,
        values: [workspaceId, id],
      });
      work.em.remove(webhook);
      work.announce(webhookEvents.deleted(id));
      return webhook;
    });
  }

  find(work: UnitOfWork, id: string): Promise<Webhook> {
    return find(work, id);
  }

  /**
   * Locks the grant of an app until the commit.
   * @throws AuthInvalidToken if the grant has ended
   */
  private async hold(work: UnitOfWork, grantId: string | null): Promise<WebhookOwner | null> {
    if (grantId === null) return null;
    const grant = await this.grants.hold(work, grantId);
    return { grantId, appName: grant.clientName, grantExpiresAt: grant.expiresAt ?? null };
  }

  private checkUrl(url: string): void {
    const fault = readOutboundUrl(url, this.settings.webhookNetwork);
    if (typeof fault === 'string') throw ValidationFailed([{ pointer: '#/url', code: 'URL_INVALID', detail: fault }]);
  }

  private sealed(id: string, secret: string): Promise<Buffer> {
    return this.encryption.seal(secretPurpose(id), { secret });
  }

  private noteChange(work: UnitOfWork, webhook: Webhook, changed: string[], now: Date): void {
    webhook.updatedAt = now;
    work.announce(webhookEvents.updated(webhook.id, { changed }));
  }
}

export const secretPurpose = (webhookId: string) => `webhook:${webhookId}`;

function find(work: UnitOfWork, id: string, lockMode?: LockMode.PESSIMISTIC_WRITE): Promise<Webhook> {
  const failHandler = () => WebhookNotFound(id);
  return work.em.findOneOrFail(Webhook, { workspaceId: work.workspaceId, id }, { failHandler, lockMode });
}

function lock(work: UnitOfWork, id: string): Promise<Webhook> {
  return find(work, id, LockMode.PESSIMISTIC_WRITE);
}

/** Serializes the creation of webhooks, because concurrent requests could exceed the limit together. */
async function holdWebhooks(work: UnitOfWork): Promise<void> {
  await work.lockName('notifying_webhooks');
}

function editableFields({ url, types, description = null, status }: Webhook) {
  return { url, types: [...types], description, status };
}
