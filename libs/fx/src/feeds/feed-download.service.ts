import { readAnswer } from '@app/kernel/pure';
import type { FeedName } from './rate-feed.js';
import { FeedFailed } from './rate-feed.js';

const TIMEOUT_MS = 20_000;
/**
 * Maximum size of a document. It is four times the size of the largest one, which contains the ECB's rates since 1999.
 */
const MAX_BYTES = 32 * 1024 * 1024;

export interface DownloadOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Maximum size after decompression. */
  readonly maxBytes?: number;
}

/**
 * Downloads a text document. Does not follow redirects, so that the token is sent only to this host.
 * @throws FeedFailed
 */
export async function download(
  feed: FeedName,
  address: string,
  { headers = {}, signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: DownloadOptions,
): Promise<{ status: number; text: string }> {
  const outOfTime = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, outOfTime]),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new FeedFailed(feed, `it responded with ${response.status}, a redirect, which is not followed`);
    }
    return { status: response.status, text: await textOf(feed, response, maxBytes) };
  } catch (error) {
    if (error instanceof FeedFailed) throw error;
    if (outOfTime.aborted) throw new FeedFailed(feed, `it did not respond within ${timeoutMs / 1_000} s`);
    if (signal.aborted) throw new FeedFailed(feed, 'the service is stopping');
    throw new FeedFailed(feed, `it cannot be reached: ${reasonOf(error)}`);
  }
}

async function textOf(feed: FeedName, response: Response, maxBytes: number): Promise<string> {
  const body = response.body === null ? Buffer.alloc(0) : await readAnswer(response.body, maxBytes);
  if (body === null) throw new FeedFailed(feed, `the response is larger than ${maxBytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new FeedFailed(feed, 'the response is not text in UTF-8');
  }
}

/** Returns the cause, such as `ECONNREFUSED`, because it is more specific than "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
