import type { NextFunction, Request, Response } from 'express';
import { callerAddress } from '@app/kernel/pure';

/** Maximum bytes of responses in memory that clients have not read. */
const MAX_BYTES = 128 * 1024 * 1024;

interface Unread {
  readonly response: Response;
  readonly bytes: number;
}

/**
 * Limits the memory of responses that clients read slowly. Beyond 128 MiB, closes the connection with the
 * oldest unread response of the workspace with the most unread bytes, or of the address if the caller has no workspace
 * (decision 0033).
 */
export function limitUnreadResponses(
  maxBytes = MAX_BYTES,
): (_: Request, response: Response, next: NextFunction) => void {
  const unread = new Map<string, Set<Unread>>();
  const bytesOf = (of: Iterable<Unread>): number => [...of].reduce((sum, { bytes }) => sum + bytes, 0);

  const closeOldest = (): void => {
    const sizes = [...unread.values()].map((responses) => ({ responses, bytes: bytesOf(responses) }));
    if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= maxBytes) return;
    const largest = sizes.reduce((most, group) => (group.bytes > most.bytes ? group : most));
    const [oldest] = largest.responses;
    oldest!.response.destroy();
  };

  const watch = (response: Response): void => {
    // The bytes that the operating system has not accepted. Their buffer stays in memory until it has accepted all.
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes === 0) return;
    const { caller, ip } = response.req;
    const group = caller?.workspaceId ?? callerAddress(ip);
    const entry = { response, bytes };
    const responses = unread.get(group) ?? new Set();
    unread.set(group, responses.add(entry));
    response.once('close', () => {
      responses.delete(entry);
      if (responses.size === 0) unread.delete(group);
    });
    closeOldest();
  };

  return (_, response, next) => {
    response.once('prefinish', () => watch(response));
    next();
  };
}
