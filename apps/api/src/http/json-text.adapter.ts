import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { JsonText } from '@app/kernel';
import { answerWhole } from '../answers/whole-answer.js';

/** What the operations answer, and the document of them. */
const API = /^\/(?:v1\/|openapi\.json$)/;

/** Sends what the API answers whole, past what Express would find out about it first. */
export class JsonTextAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const text = textOf(response, body);
    if (text === null) return super.reply(response, body, statusCode);
    response.statusCode = statusCode ?? response.statusCode;
    if (typeof body !== 'string' && !response.hasHeader('Content-Type')) {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
    }
    // A long string would be encoded into three times the memory that it needs.
    return answerWhole(response, Buffer.from(text));
  }
}

/** The text of an answer, or null where it is Express's to send: pages, streams and nothing at all. */
function textOf(response: Response, body: unknown): string | null {
  if (body instanceof JsonText) return body.text;
  if (body === undefined || body === null || body instanceof StreamableFile || !API.test(response.req.path))
    return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
