import { Injectable } from '@nestjs/common';
import type { RecordPayload } from 'oidc-provider';
import type { Request, Response } from 'express';
import type { FairQueue } from '@app/kernel';
import { callerAddress, Clock, clientGone, Log, LongWork, QUEUED, Settings } from '@app/kernel';
import { OutboundFailed, sendRequest } from '@app/outbound';
import { isDocumentAddress, readClientDocument, secondsToKeep } from './client-document.js';
import { OAuthClients } from './oauth-clients.service.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 32 * 1024;
/**
 * Queue limits in total and per IP address. The callers are anonymous, and the server that publishes the document may
 * be slow.
 */
const FETCHES = { capacity: 16, maxPerGroup: 4, maxWaitingPerGroup: 30, maxWaiting: 300, maxWaitMs: 10_000 };

/**
 * Fetches the metadata of apps whose ID is the URL of their metadata document (decision 0024). Source:
 * draft-ietf-oauth-client-id-metadata-document.
 */
@Injectable()
export class ClientDocuments {
  /** Fetches in progress by client ID, shared by concurrent requests. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly turns: FairQueue;

  constructor(
    private readonly clients: OAuthClients,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly log: Log,
    work: LongWork,
  ) {
    this.turns = work.queue('client_documents', FETCHES);
  }

  /**
   * Refreshes an app's metadata. If this fails, an app with a grant keeps its stored metadata, and any other app stays
   * unknown. The reason is only logged, because the caller is anonymous.
   * @throws ServiceUnavailable if the queue is full
   */
  async refresh(id: string, { ip }: Pick<Request, 'ip'>, response: Response): Promise<void> {
    if (!isDocumentAddress(id, this.settings.webhookNetwork)) return;
    if (await this.clients.isFresh(id)) return;
    // A request that waits for an external server must not occupy a slot in the request gate.
    response.emit(QUEUED);
    const request = { group: callerAddress(ip), signal: clientGone(response) };
    await this.turns.run(request, () => this.fetchOnce(id));
  }

  private async fetchOnce(id: string): Promise<void> {
    if (await this.clients.isFresh(id)) return;
    const running = this.running.get(id) ?? this.fetch(id).finally(() => this.running.delete(id));
    this.running.set(id, running);
    await running;
  }

  private async fetch(id: string): Promise<void> {
    const document = await this.documentOf(id);
    if (typeof document !== 'string') return this.clients.keepDocument(id, document.metadata, document.until);
    this.log.info({ clientId: id, reason: document }, 'the metadata of an app could not be fetched');
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
      if (status !== 200) return `the server responded with ${status}`;
      const metadata = readClientDocument(id, body);
      if (typeof metadata === 'string') return metadata;
      const seconds = secondsToKeep(headers['cache-control']);
      return { metadata, until: new Date(this.clock.now().getTime() + seconds * 1000) };
    } catch (error) {
      if (error instanceof OutboundFailed) return error.message;
      throw error;
    }
  }
}
