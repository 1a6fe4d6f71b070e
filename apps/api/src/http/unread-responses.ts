import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { callerAddress } from '@app/kernel/pure';

/** Maximum bytes of responses in memory that clients have not read. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Unread responses of a workspace, or of an address. */
interface Reader {
  bytes: number;
  /** Oldest first. */
  readonly responses: Set<Response>;
}

/**
 * Limits the memory of responses that clients read slowly. Beyond 128 MiB, closes the connection with the oldest unread
 * response of the workspace with the most unread bytes, or of the address if the caller has no workspace (decision
 * 0033).
 */
export function limitUnreadResponses(maxBytes = MAX_BYTES): RequestHandler {
  const readers = new Map<string, Reader>();
  let total = 0;

  const watch = (response: Response): void => {
    // The bytes that the operating system has not accepted. Their buffer stays in memory until it has accepted all.
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
