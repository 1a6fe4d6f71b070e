import { defineEntity, p } from '@mikro-orm/postgresql';

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

const HOUR_MS = 3_600_000;

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'notifying_webhooks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    url: p.text(),
    types: p.array(),
    description: p.text().nullable(),
    status: p.text().$type<WebhookStatus>(),
    disabledReason: p.text().nullable(),
    secretHint: p.text(),
    sealedSecret: p.blob().$type<Buffer>(),
    sealedPreviousSecret: p.blob().$type<Buffer>().nullable(),
    previousSecretUntil: p.datetime(3).nullable(),
    failingSince: p.datetime(3).nullable(),
    lastDeliveredAt: p.datetime(3).nullable(),
    grantId: p.uuid().nullable(),
    appName: p.text().nullable(),
    grantExpiresAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export interface WebhookOwner {
  readonly grantId: string;
  readonly appName: string;
  readonly grantExpiresAt: Date | null;
}

/**
 * URL that receives signed events. If an app set the URL, the webhook belongs to the app's grant and is disabled when
 * the grant ends. If the workspace owner or an API key set it, the webhook belongs to no grant (decision 0060).
 */
export class Webhook extends WebhookSchema.class {
  previousSecretAt(now: Date): Buffer | null {
    const isInForce = this.previousSecretUntil != null && this.previousSecretUntil > now;
    return isInForce ? (this.sealedPreviousSecret ?? null) : null;
  }

  /** Changes the status. Events that occur during a pause are never delivered. */
  changeStatus(status: 'active' | 'paused', editor: WebhookOwner | null): void {
    if (status === this.status) return;
    // Reactivating a disabled webhook of an app transfers it to the editor, because its grant may have ended.
    if (this.status === 'disabled' && this.grantId) this.belongTo(editor);
    this.status = status;
    this.disabledReason = null;
    this.failingSince = null;
  }

  /** Replaces the secret. Messages also have a signature with the old secret for `overlapHours`. */
  rotateSecret(secret: { readonly sealed: Buffer; readonly hint: string }, overlapHours: number, now: Date): void {
    const isOverlapping = overlapHours > 0;
    this.sealedPreviousSecret = isOverlapping ? this.sealedSecret : null;
    this.previousSecretUntil = isOverlapping ? new Date(now.getTime() + overlapHours * HOUR_MS) : null;
    this.sealedSecret = secret.sealed;
    this.secretHint = secret.hint;
  }

  changeUrl(url: string, editor: WebhookOwner | null): void {
    if (url === this.url) return;
    this.url = url;
    this.failingSince = null;
    this.belongTo(editor);
  }

  private belongTo(owner: WebhookOwner | null): void {
    this.grantId = owner?.grantId ?? null;
    this.appName = owner?.appName ?? null;
    this.grantExpiresAt = owner?.grantExpiresAt ?? null;
  }
}
WebhookSchema.setClass(Webhook);
