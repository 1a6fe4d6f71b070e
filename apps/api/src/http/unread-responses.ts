import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { callerAddress } from '@app/kernel/pure';

/** Maximum number of bytes in memory of responses that clients have not read. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Unread responses of a workspace, or of an address. */
interface Reader {
  bytes: number;
  /** Oldest first. */
  readonly responses: Set<Response>;
}

/**
 * Limits the memory of responses that clients read slowly. Above the limit, chooses the workspace with the most unread
 * bytes and closes the connection of its oldest unread response. Callers without a workspace count by their address
 * (decision 0033).
 */
export function limitUnreadResponses(maxBytes = MAX_BYTES): RequestHandler {
  const readers = new Map<string, Reader>();
  let total = 0;

  const watch = (response: Response): void => {
    // Bytes that the operating system has not accepted yet. Their buffer stays in memory until it has accepted all of
    // them.
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes === 0) return;
    const { caller, ip } = response.req;
    const key = caller?.workspaceId ?? callerAddress(ip);
    const reader = readers.get(key) ?? { bytes: 0, responses: new Set() };
    readers.set(key, reader);
    reader.responses.add(response);
    reader.bytes += bytes;
    total += bytes;
    response.once('close', () => {
      reader.responses.delete(response);
      reader.bytes -= bytes;
      total -= bytes;
      if (reader.responses.size === 0) readers.delete(key);
    });
    if (total <= maxBytes) return;
    const largest = [...readers.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most));
    const [oldest] = largest.responses;
    oldest!.destroy();
  };

  return (_: Request, response: Response, next: NextFunction) => {
    response.once('prefinish', () => watch(response));
    next();
  };
}
