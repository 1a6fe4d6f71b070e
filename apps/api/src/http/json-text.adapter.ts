import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { JsonText } from '@app/kernel/pure';
import { answerWhole } from '../answers/whole-answer.js';

/** Pages for one person, who comes with a cookie: they hold tokens of forms, and are never packed (decision 0057). */
const PERSONAL = /^\/(?:developers|oauth)(?:\/|$)/;

/** Sends what is answered whole, past what Express would find out about it first. */
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

/** The text of an answer, or null where it is Express's to send: personal pages, streams and nothing at all. */
function textOf(response: Response, body: unknown): string | null {
  if (body instanceof JsonText) return body.text;
  if (body === undefined || body === null || body instanceof StreamableFile || PERSONAL.test(response.req.path))
    return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
