import { Injectable } from '@nestjs/common';
import type { RecordPayload } from 'oidc-provider';
import { Clock, Log, Settings } from '@app/kernel';
import { OutboundFailed, sendRequest } from '@app/outbound';
import { isDocumentAddress, readClientDocument, secondsToKeep } from './client-document.js';
import { OAuthClients } from './oauth-clients.service.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 32 * 1024;

/**
 * Apps whose id is the address of their metadata, which is fetched instead of registered, and kept as long as it says
 * (decision 0076). Source: draft-ietf-oauth-client-id-metadata-document.
 */
@Injectable()
export class ClientDocuments {
  /** What is being fetched, so that many requests for one app make one. */
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly clients: OAuthClients,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  /**
   * Sees to it that an app of this id is known as its document says now. Where the document cannot be had, an app that somebody
   * has let in stays as it was, and any other stays unknown; why is in the log, for the answer goes to whoever asks.
   */
  async refresh(id: string): Promise<void> {
    if (!isDocumentAddress(id, this.settings.webhookNetwork)) return;
    if (await this.clients.isFresh(id)) return;
    const running = this.running.get(id) ?? this.fetch(id).finally(() => this.running.delete(id));
    this.running.set(id, running);
    await running;
  }

  private async fetch(id: string): Promise<void> {
    const found = await this.documentOf(id);
    if (typeof found !== 'string') return this.clients.keepDocument(id, found.metadata, found.until);
    this.log.info({ clientId: id, reason: found }, 'the metadata of an app could not be had');
    await this.clients.dropUnused(id);
  }

  private async documentOf(id: string): Promise<{ metadata: RecordPayload; until: Date } | string> {
    try {
      const { status, headers, body } = await sendRequest(id, {
        network: this.settings.webhookNetwork,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'Centavo/1' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      if (status !== 200) return `it was answered with ${status}`;
      const metadata = readClientDocument(id, body.toString('utf8'));
      if (typeof metadata === 'string') return metadata;
      const seconds = secondsToKeep(headers['cache-control']);
      return { metadata, until: new Date(this.clock.now().getTime() + seconds * 1000) };
    } catch (error) {
      if (error instanceof OutboundFailed) return error.message;
      throw error;
    }
  }
}
