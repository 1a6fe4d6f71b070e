import { hash } from 'node:crypto';
import type { Response } from 'express';
import { codedTag, isHeld, recordedPart } from '@app/kernel/pure';
import type { Coding } from './coding.js';
import { codingFor, isWorthPacking, packed } from './coding.js';

export function entityTag(body: Buffer | string): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Sends a complete body with its ETag, compressed if that saves bytes. Responds with 304 if the client already has this
 * body, unless the ETag covers only some of its fields (`locals.recorded`). Only the caller may be able to read a
 * compressed response, because its length could reveal its content to others (decision 0030).
 * @param packer compresses the bytes; by default, compresses them again for each request
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
  const recorded = response.locals['recorded'] as readonly string[] | undefined;
  const etag = entityTag(recorded && response.statusCode === 200 ? recordedPart(String(body), recorded) : body);
  response.setHeader('ETag', codedTag(etag, coding));
  const knownTags = request.headers['if-none-match'];
  if (isRead && !recorded && knownTags !== undefined && isHeld(knownTags, etag)) return answerNothing(response);
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
