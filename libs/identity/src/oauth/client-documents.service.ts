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
/** How many are fetched at once, and for the callers of one address: nobody has signed in yet, and a site may let them wait. */
const FETCHES = { capacity: 16, maxPerGroup: 4, maxWaitingPerGroup: 30, maxWaiting: 300, maxWaitMs: 10_000 };

/**
 * Apps whose id is the address of their metadata, which is fetched instead of registered, and kept as long as it says
 * (decision 0076). Source: draft-ietf-oauth-client-id-metadata-document.
 */
@Injectable()
export class ClientDocuments {
  /** What is being fetched, so that many requests for one app make one. */
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
   * Sees to it that an app of this id is known as its document says now. Where the document cannot be had, an app that somebody
   * has let in stays as it was, and any other stays unknown; why is in the log, for the answer goes to whoever asks.
   * @throws ServiceUnavailable when too many wait for documents, or for too long
   */
  async refresh(id: string, { ip }: Pick<Request, 'ip'>, response: Response): Promise<void> {
    if (!isDocumentAddress(id, this.settings.webhookNetwork)) return;
    if (await this.clients.isFresh(id)) return;
    // What waits for a server of somebody else's needs no place at the gate before all requests.
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
