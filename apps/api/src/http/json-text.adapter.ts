import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { JsonText } from '@app/kernel';

/** Sends JSON that is already written as it is, past what Express would find out about it first. */
export class JsonTextAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof JsonText)) return super.reply(response, body, statusCode);
    const { text } = body;
    const { req: request } = response;
    // What a client may have already, and what it wants no body of, is Express's to decide.
    const isPlain = request.method !== 'HEAD' && request.headers['if-none-match'] === undefined;
    if (!isPlain) return super.reply(response, text, statusCode);
    const etagOf = response.app.get('etag fn') as (body: Buffer) => string;
    // A long string would be encoded into three times the memory that it needs.
    const bytes = Buffer.from(text);
    response.statusCode = statusCode ?? response.statusCode;
    response.setHeader('Content-Length', bytes.length);
    response.setHeader('ETag', etagOf(bytes));
    return response.end(bytes);
  }
}
