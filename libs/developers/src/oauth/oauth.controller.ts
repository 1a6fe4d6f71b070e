import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '@app/kernel';
import { RateLimits, RequestLimit, callerAddress, subjectOf } from '@app/identity';
import { AuthorizationServer } from './authorization-server.service.js';
import { completedAuthorization } from './authorization-query.js';

const REGISTRATIONS = { quota: 30, windowSeconds: 3_600 };

/** The endpoints of the OAuth server. It reads its requests by itself, so that nothing else may read their bodies before. */
@ApiExcludeController()
@Controller('oauth')
export class OAuthController {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly limit: RequestLimit,
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  @Get('authorize')
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    request.url = completedAuthorization(request.url);
    await this.pass(request, response);
  }

  @Get('authorize/:interaction')
  async resume(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pass(request, response);
  }

  @Post('token')
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pass(request, response);
  }

  @Post('revoke')
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pass(request, response);
  }

  @Post('register')
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (this.settings.rateLimitPerMinute > 0) {
      const subject = subjectOf('oauth-registration', callerAddress(request.ip));
      const verdict = await this.limits.takeAttempt(subject, REGISTRATIONS);
      if (!verdict.allowed) return refuse(response, verdict.secondsLeft);
    }
    await this.pass(request, response);
  }

  private async pass(request: Request, response: Response): Promise<void> {
    await this.limit.count('oauth', null, request, response);
    const provider = await this.server.provider();
    // Not the proxy's word but the public address says whether the browser speaks https.
    request.headers['x-forwarded-proto'] = new URL(this.settings.baseUrl).protocol.slice(0, -1);
    // An address that Express has taken apart is of no use to another server.
    (request as { originalUrl: string }).originalUrl = request.url;
    await provider.callback()(request, response);
  }
}

/** In the form of RFC 6749, because whoever registers reads nothing else. */
function refuse(response: Response, seconds: number): void {
  response.status(429).setHeader('Retry-After', String(seconds));
  response.json({
    error: 'temporarily_unavailable',
    error_description: `too many registrations; try again in ${seconds} s`,
  });
}
