import { createHash, randomUUID } from 'node:crypto';
import { multipart } from '../../../libs/importing/test/statements.js';
import type { FileView, Success } from './answers.js';
import type { Answer, Client, SendOptions } from './client.js';
import { ok } from './household.js';

/** Returns the bytes of a JPEG file, different in each call. */
export function aJpeg(size = 400): Buffer {
  const bytes = Buffer.alloc(size, `receipt ${randomUUID()} `);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), bytes]).subarray(0, size);
}

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Sent {
  readonly name?: string;
  readonly transactionId?: string;
  readonly filename?: string;
  readonly headers?: SendOptions['headers'];
}

export function sendFile(
  api: Client,
  content: string | Buffer,
  { filename = 'ticket.jpg', headers, ...fields }: Sent = {},
): Promise<Answer<Success<'POST', '/v1/files'>>> {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, content: value }));
  const sent = multipart(...parts, { name: 'file', filename, content });
  return api.post('/v1/files', undefined, { ...sent, headers: { ...sent.headers, ...headers } });
}

export async function aFile(api: Client, content: string | Buffer = aJpeg(), sent?: Sent): Promise<FileView> {
  const { deduplicated: _, ...file } = ok(await sendFile(api, content, sent));
  return file;
}

export async function download(api: Client, id: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/v1/files/${id}/content`, {
    headers: { authorization: `Bearer ${api.token}`, ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
