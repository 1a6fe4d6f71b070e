import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import {
  AuthInsufficientScope,
  BodyRoom,
  BulkChanges,
  clientGone,
  Problem,
  readJsonBody,
  refuseUnreadable,
  RequestMalformed,
  Settings,
} from '@app/kernel';
import type { Answered } from './calls/endpoint.js';
import { MCP_PATH } from './calls/endpoint.js';
import type { Call } from './calls/tool.js';
import { challenge } from './entrance/challenge.js';
import { LazyEndpoint } from './entrance/lazy-endpoint.service.js';
import { sendAnswer } from './entrance/send-answer.js';

@ApiExcludeController()
@Controller()
export class McpController {
  constructor(
    private readonly endpoint: LazyEndpoint,
    private readonly settings: Settings,
    private readonly bulkChanges: BulkChanges,
    private readonly room: BodyRoom,
  ) {}

  @Post(MCP_PATH)
  async call(@Req() request: ExpressRequest, @Res() response: ExpressResponse): Promise<void> {
    const body = await readJsonBody(request, this.room.meter(request.caller.workspaceId, response));
    // Each message in a batch would need a scope check. The protocol has not had batches since 2025-06-18.
    if (Array.isArray(body)) throw RequestMalformed('it is a list of messages; send one message per request');
    // The library would traverse a body with up to 70,000 fields and block the process.
    if (typeof body === 'object' && body !== null) refuseUnreadable(body, 'body');
    const call: Call = { caller: request.caller, gone: clientGone(response), requestId: request.id };
    const endpoint = await this.endpoint.get();
    this.refuseUncovered(endpoint.missingScope(body, call));
    const answer = (): Promise<Answered> => endpoint.answer(headersOf(request), body, call);
    const { workspaceId } = call.caller;
    const answered = endpoint.isBulk(body) ? this.bulkChanges.make(workspaceId, response, answer) : answer();
    sendAnswer(await answered, response);
  }

  private refuseUncovered(scope: string | null): void {
    if (scope === null) return;
    const { detail, extras } = AuthInsufficientScope(scope);
    const headers = { 'WWW-Authenticate': challenge(this.settings.baseUrl, 'insufficient_scope', scope) };
    throw new Problem(AuthInsufficientScope, detail, { ...extras, headers });
  }
}

/** Returns the headers of the protocol. The library gets no other headers. */
function headersOf({ headers }: ExpressRequest): Record<string, string> {
  const protocolHeaders = Object.entries(headers).filter(
    ([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  );
  return Object.fromEntries(protocolHeaders.map(([name, value]) => [name, String(value)]));
}
