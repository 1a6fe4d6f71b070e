import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RateLimited, Settings, readBody } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { resourcesOf } from '../grants/resources.js';
import { RequestLimit } from '../limits/request-limit.service.js';
import { AuthorizationServer } from './authorization-server.service.js';
import { completedAuthorization } from './authorization-query.js';
import { ClientDocuments } from './client-documents.service.js';
import { completedMetadata, metadataFault, parsedMetadata } from './client-metadata.js';
import { isOfMediaType, withBody } from './read-request.js';
import { asksForNothing, withOwnResource } from './token-form.js';

const AUTHORIZATIONS = { quota: 600, windowSeconds: 3_600 };
const REGISTRATIONS = { quota: 30, windowSeconds: 3_600 };

const MAX_BODY_BYTES = 56 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** Forwards OAuth requests to oidc-provider, which reads request bodies itself. No body parser may run before it. */
@ApiExcludeController()
@Controller('oauth')
export class OAuthController {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly limit: RequestLimit,
    private readonly grants: Grants,
    private readonly documents: ClientDocuments,
    private readonly settings: Settings,
  ) {}

  @Get('authorize')
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    // An authorization request is stored for half an hour, even if the user never signs in, so the number of requests
    // is limited.
    const begun = await this.limit.attempt('oauth-authorization', AUTHORIZATIONS, request);
    if (!begun.allowed) throw RateLimited(begun.secondsLeft);
    request.url = completedAuthorization(request.url, this.settings.baseUrl);
    const clientId = new URL(request.url, this.settings.baseUrl).searchParams.get('client_id') ?? '';
    await this.documents.refresh(clientId, request, response);
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
    // Checked here, because oidc-provider would use up the code or refresh token before it rejects the request.
    const resources = resourcesOf(this.settings.baseUrl);
    if (fields.getAll('resource').some((named) => !resources.includes(named))) {
      return refuse(response, 400, 'invalid_target', `resource must be ${resources.join(' or ')}`);
    }
    if (await this.isForOtherResource(fields)) {
      return refuse(response, 400, 'invalid_target', 'the code or refresh token is for another resource');
    }
    if (asksForNothing(fields)) return refuse(response, 400, 'invalid_scope', 'scope must include a scope of the API');
    await this.pass(withBody(request, Buffer.from(fields.toString())), response);
  }

  /** True if a code or refresh token was issued for other resources than the request names. */
  private async isForOtherResource(fields: URLSearchParams): Promise<boolean> {
    const named = fields.getAll('resource');
    if (named.length === 0) return false;
    const { AuthorizationCode, RefreshToken } = await this.server.provider();
    const isRefresh = fields.get('grant_type') === 'refresh_token';
    const presented = isRefresh
      ? await RefreshToken.find(fields.get('refresh_token') ?? '')
      : await AuthorizationCode.find(fields.get('code') ?? '');
    return presented !== undefined && named.some((resource) => !presented.resourceIndicators.has(resource));
  }

  @Post('revoke')
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    await this.grants.actAsApp(request, () => this.revokeToken(request, response));
  }

  @Post('register')
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.count(request, response);
    const result = await this.limit.attempt('oauth-registration', REGISTRATIONS, request);
    if (!result.allowed) return refuseRegistration(response, result.secondsLeft);
    if (!isOfMediaType(request.headers, 'application/json')) return this.pass(request, response);
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) return refuseBody(response);
    const metadata = parsedMetadata(body);
    if (metadata === null) {
      const reason = 'the body must be a JSON object in UTF-8, nested at most 10 levels deep';
      return refuse(response, 400, 'invalid_client_metadata', reason);
    }
    const fault = metadataFault(metadata);
    if (fault !== null) return refuse(response, 400, fault.error, fault.reason);
    await this.pass(withBody(request, Buffer.from(JSON.stringify(completedMetadata(metadata)))), response);
  }

  /** Revokes a token. Revoking an access token ends its grant, like revoking a refresh token (RFC 7009 section 2.1). */
  private async revokeToken(request: Request, response: Response): Promise<void> {
    if (!isOfMediaType(request.headers, FORM)) return this.pass(request, response);
    const fields = await this.fields(request);
    if (fields === null) return refuseBody(response);
    const token = fields.get('token') ?? '';
    if (token.includes('.')) {
      await this.grants.endByToken(token, fields.get('client_id') ?? '');
      // oidc-provider then responds as it does for an unknown token.
      fields.set('token', 'ended');
    }
    await this.pass(withBody(request, Buffer.from(fields.toString())), response);
  }

  private async count(request: Request, response: Response): Promise<void> {
    await this.limit.count('oauth', null, request, response);
  }

  /** Parses a form and normalizes `resource`. Returns null if the body is too large. */
  private async fields(request: Request): Promise<URLSearchParams | null> {
    const body = await readBody(request, MAX_BODY_BYTES);
    return body && withOwnResource(new URLSearchParams(body.toString('utf8')), this.settings.baseUrl);
  }

  private async pass(request: Request, response: Response): Promise<void> {
    const provider = await this.server.provider();
    // The public URL decides whether cookies are secure, not a header that the proxy sends.
    request.headers['x-forwarded-proto'] = new URL(this.settings.baseUrl).protocol.slice(0, -1);
    // oidc-provider builds URLs from the Host header, so the header must contain the public host.
    delete request.headers['x-forwarded-host'];
    request.headers.host = new URL(this.settings.baseUrl).host;
    // oidc-provider would allow every origin. The service's own CORS policy has already decided.
    delete request.headers.origin;
    // oidc-provider reads originalUrl, which does not yet contain the completed query.
    (request as { originalUrl: string }).originalUrl = request.url;
    await provider.callback()(request, response);
  }
}

/** Sends an error in the format of RFC 6749, which is the only format that OAuth clients read. */
function refuse(response: Response, status: number, error: string, description: string): void {
  response.status(status).setHeader('Cache-Control', 'no-store');
  response.json({ error, error_description: description });
}

function refuseBody(response: Response): void {
  refuse(response, 413, 'invalid_request', 'the body is larger than 56 KiB');
}

function refuseRegistration(response: Response, seconds: number): void {
  response.setHeader('Retry-After', String(seconds));
  refuse(response, 429, 'temporarily_unavailable', `too many registrations; retry in ${seconds} s`);
}
