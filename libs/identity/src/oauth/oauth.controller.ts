import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { RequestLimit } from '../limits/request-limit.service.js';
import { callerAddress, subjectOf } from '../limits/subject.js';
import { AuthorizationServer } from './authorization-server.service.js';
import { completedAuthorization } from './authorization-query.js';
import { completedMetadata, metadataFault } from './client-metadata.js';
import { bodyOf, isOfMediaType, withBody } from './read-request.js';
import { asksForNothing, withOwnResource } from './token-form.js';

const REGISTRATIONS = { quota: 30, windowSeconds: 3_600 };

const FORM = 'application/x-www-form-urlencoded';

/**
 * The endpoints of the OAuth server. It reads its requests by itself, so that nothing else may read their bodies before;
 * what it would not take as it should be taken is put right or refused here.
 */
@ApiExcludeController()
@Controller('oauth')
export class OAuthController {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly limit: RequestLimit,
    private readonly limits: RateLimits,
    private readonly grants: Grants,
    private readonly settings: Settings,
  ) {}

  @Get('authorize')
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    request.url = completedAuthorization(request.url, this.settings.baseUrl);
    await this.pass(request, response);
  }

  @Get('authorize/:interaction')
  async resume(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    await this.pass(request, response);
  }

  @Post('token')
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    if (!isOfMediaType(request.headers, FORM)) return this.pass(request, response);
    const fields = await this.fields(request);
    if (fields === null) return refuseBody(response);
    // The server would notice only after it has used the code up.
    if (fields.getAll('resource').some((named) => named !== this.settings.baseUrl)) {
      return refuse(response, 400, 'invalid_target', `the only resource is ${this.settings.baseUrl}`);
    }
    if (asksForNothing(fields)) return refuse(response, 400, 'invalid_scope', 'the scope opens nothing of the API');
    await this.pass(withBody(request, Buffer.from(fields.toString())), response);
  }

  /** An access token ends with the grant that it comes from, like a refresh token. Source: RFC 7009 section 2.1. */
  @Post('revoke')
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    if (!isOfMediaType(request.headers, FORM)) return this.pass(request, response);
    const fields = await this.fields(request);
    if (fields === null) return refuseBody(response);
    const token = fields.get('token') ?? '';
    if (token.includes('.')) {
      await this.grants.endByToken(token, fields.get('client_id') ?? '');
      // What is left to say is what the server says of a token that it does not know.
      fields.set('token', 'ended');
    }
    await this.pass(withBody(request, Buffer.from(fields.toString())), response);
  }

  @Post('register')
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    if (this.settings.rateLimitPerMinute > 0) {
      const subject = subjectOf('oauth-registration', callerAddress(request.ip));
      const verdict = await this.limits.takeAttempt(subject, REGISTRATIONS);
      if (!verdict.allowed) return refuseRegistration(response, verdict.secondsLeft);
    }
    if (!isOfMediaType(request.headers, 'application/json')) return this.pass(request, response);
    const body = await bodyOf(request);
    if (body === null) return refuseBody(response);
    const metadata = parsedObject(body);
    if (metadata === null)
      return refuse(response, 400, 'invalid_client_metadata', 'the body is no JSON object in UTF-8');
    const fault = metadataFault(metadata);
    if (fault !== null) return refuse(response, 400, fault.error, fault.reason);
    await this.pass(withBody(request, Buffer.from(JSON.stringify(completedMetadata(metadata)))), response);
  }

  private async count(request: Request, response: Response): Promise<void> {
    await this.limit.count('oauth', null, request, response);
  }

  /** The fields of a form, with the API under one name; null when it is too large. */
  private async fields(request: Request): Promise<URLSearchParams | null> {
    const body = await bodyOf(request);
    return body && withOwnResource(new URLSearchParams(body.toString('utf8')), this.settings.baseUrl);
  }

  private async pass(request: Request, response: Response): Promise<void> {
    const provider = await this.server.provider();
    // Not the proxy's word but the public address says whether the browser speaks https.
    request.headers['x-forwarded-proto'] = new URL(this.settings.baseUrl).protocol.slice(0, -1);
    // The server would let every origin in; which ones may come in is decided before it.
    delete request.headers.origin;
    // An address that Express has taken apart is of no use to another server.
    (request as { originalUrl: string }).originalUrl = request.url;
    await provider.callback()(request, response);
  }
}

/** The object that a JSON body holds, or null. */
function parsedObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** In the form of RFC 6749, because whoever calls these endpoints reads nothing else. */
function refuse(response: Response, status: number, error: string, description: string): void {
  response.status(status).setHeader('Cache-Control', 'no-store');
  response.json({ error, error_description: description });
}

function refuseBody(response: Response): void {
  refuse(response, 413, 'invalid_request', 'the body is larger than 56 KiB');
}

function refuseRegistration(response: Response, seconds: number): void {
  response.setHeader('Retry-After', String(seconds));
  refuse(response, 429, 'temporarily_unavailable', `too many registrations; try again in ${seconds} s`);
}
