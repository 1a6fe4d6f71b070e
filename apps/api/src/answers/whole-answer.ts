import { hash } from 'node:crypto';
import type { Response } from 'express';
import { codedTag, isHeld } from '@app/kernel/pure';
import type { Coding } from './coding.js';
import { codingFor, isWorthPacking, packed } from './coding.js';

/** The strong entity tag of an answer's bytes. */
export function entityTag(body: Buffer | string): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Answers with a body that is known whole, packed where that saves something: with its tag, and with 304 and nothing else to
 * a caller who holds it already. What is packed is read by its bearer alone, so that its length reveals nothing to others
 * (decision 0057).
 * @param packer how the bytes are packed; by default each time
 */
export function answerWhole(
  response: Response,
  body: Buffer,
  packer: (coding: Coding) => Promise<Buffer> = (coding) => packed(body, coding),
): unknown {
  const { req: request } = response;
  const isRead = response.statusCode === 200 && (request.method === 'GET' || request.method === 'HEAD');
  let coding: Coding | null = null;
  if (isRead && isWorthPacking(body.length)) {
    response.vary('Accept-Encoding');
    coding = codingFor(request);
  }
  const etag = entityTag(body);
  response.setHeader('ETag', codedTag(etag, coding));
  const held = request.headers['if-none-match'];
  if (isRead && held !== undefined && isHeld(held, etag)) return answerNothing(response);
  if (coding === null) return send(response, body);
  response.setHeader('Content-Encoding', coding);
  return packer(coding).then((bytes) => send(response, bytes));
}

function answerNothing(response: Response): unknown {
  response.statusCode = 304;
  response.removeHeader('Content-Type');
  return response.end();
}

function send(response: Response, bytes: Buffer): unknown {
  response.setHeader('Content-Length', bytes.length);
  return response.end(response.req.method === 'HEAD' ? undefined : bytes);
}
