import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { JsonText } from '@app/kernel/pure';
import { answerWhole } from '../answers/whole-answer.js';

/** Pages for signed-in users. They contain form tokens, so they are never compressed (decision 0030). */
const PERSONAL = /^\/(?:developers|oauth)(?:\/|$)/;

export class JsonTextAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const text = textOf(response, body);
    if (text === null) return super.reply(response, body, statusCode);
    response.statusCode = statusCode ?? response.statusCode;
    if (typeof body !== 'string' && !response.hasHeader('Content-Type')) {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
    }
    // Converts the text to bytes here, because writing a long string would take three times the memory.
    return answerWhole(response, Buffer.from(text));
  }
}

/**
 * Returns the text of a response. Null for personal pages, streams and empty responses, which Express sends without
 * this adapter.
 */
function textOf(response: Response, body: unknown): string | null {
  if (body instanceof JsonText) return body.text;
  if (body === undefined || body === null || body instanceof StreamableFile || PERSONAL.test(response.req.path))
    return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
