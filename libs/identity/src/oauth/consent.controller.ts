import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import { Clock } from '@app/kernel';
import { textOf } from '../web/form.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal, SignInNeeded } from '../web/page-refusal.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { AuthorizationServer } from './authorization-server.service.js';
import { redirectTarget } from './client-metadata.js';
import { consentAddress } from '../web/consent-address.js';
import { endOf } from './consent-duration.js';
import { consentPage } from './consent-page.js';
import { askedScopes, Consents, isOffline } from './consents.service.js';
import { grantedScopes } from './granted-scopes.js';
import { clientName } from './oauth-clients.service.js';
import { OAuthRecords } from './oauth-records.service.js';

/** Result for a request that contains no scope of the API. */
const NO_SCOPE = { error: 'invalid_scope' };

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('oauth/consent')
export class ConsentController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly server: AuthorizationServer,
    private readonly consents: Consents,
    private readonly records: OAuthRecords,
    private readonly clock: Clock,
  ) {}

  @Get(':question')
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { interaction, provider } = await this.interactionOf(request, response);
    if (interaction.result !== undefined) return response.redirect(303, interaction.returnTo);
    const owner = await this.person(request, response, interaction);
    if (askedScopes(interaction).length > 0) return this.show(request, response, owner, interaction, provider);
    // As at the authorization endpoint, errors are only redirected to an app that the user has already authorized.
    if (await this.consents.isAuthorizedBy(owner.session.person.id, interaction))
      return this.finish(request, response, provider, NO_SCOPE);
    return this.show(request, response.status(400), owner, interaction, provider);
  }

  @Post(':question')
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const { interaction, provider } = await this.interactionOf(request, response);
    const owner = await this.person(request, response, interaction);
    const finish = async (result: () => Promise<object>): Promise<void> => {
      const isFirst = await this.records.answerOnce(interaction.uid, async () => {
        await this.finish(request, response, provider, await result());
      });
      if (!isFirst) response.redirect(303, request.path);
    };
    if (askedScopes(interaction).length === 0) return finish(() => Promise.resolve(NO_SCOPE));
    if (fields.get('decision') !== 'allow') return finish(() => Promise.resolve({ error: 'access_denied' }));
    const workspace = fields.get('workspace') ?? owner.workspaceId;
    const chosen = owner.workspaces.find(({ id }) => id === workspace);
    const expiresAt = endOf(fields.get('duration') ?? 'until', this.clock.now());
    if (chosen === undefined || expiresAt === undefined) throw new PageRefusal(400, 'form-expired');
    const scopes = grantedScopes(askedScopes(interaction), new Set(fields.keys()));
    if (scopes.length === 0) return this.show(request, response.status(400), owner, interaction, provider, true);
    const person = owner.session.person;
    return finish(async () => {
      await this.consents.narrow(interaction, scopes);
      const consent = { userId: person.id, workspaceId: chosen.id, scopes, expiresAt };
      const grantId = await this.pageSessions.runAudited(owner, request, () =>
        this.consents.grant(provider, interaction, consent),
      );
      const login = { accountId: person.id, remember: false, ts: Math.floor(owner.session.createdAt.getTime() / 1000) };
      return { login, consent: { grantId } };
    });
  }

  private async show(
    request: Request,
    response: Response,
    owner: Owner,
    interaction: Interaction,
    provider: Provider,
    wasEmpty = false,
  ): Promise<void> {
    const clientId = textOf(interaction.params['client_id']);
    const client = await provider.Client.find(clientId);
    if (client === undefined || owner.workspaceId === null) throw new PageRefusal(400, 'consent-expired');
    const target = redirectTarget(textOf(interaction.params['redirect_uri']));
    const html = consentPage(
      // A page without a signed-in user has no navigation.
      { ...this.pageSessions.context(owner, request), signedIn: null },
      {
        action: request.path,
        formToken: owner.formToken,
        appName: clientName(client.clientName),
        publishedAt: URL.canParse(clientId) ? new URL(clientId).host : null,
        goesTo: target.shown,
        email: owner.session.person.email,
        requested: askedScopes(interaction),
        offline: isOffline(interaction),
        workspaces: owner.workspaces,
        current: owner.workspaceId,
        wasEmpty,
      },
    );
    return sendPage(response, html, target.source);
  }

  /**
   * Finds the authorization request by a cookie of the browser that started it, so that no other browser can answer it.
   */
  private async interactionOf(request: Request, response: Response) {
    const provider = await this.server.provider();
    const interaction = await provider.interactionDetails(request, response);
    if (consentAddress(interaction.uid) !== request.path) throw new PageRefusal(400, 'consent-expired');
    return { interaction, provider };
  }

  /** Returns the signed-in user. With `prompt=login`, the sign-in must be later than the authorization request. */
  private async person(request: Request, response: Response, interaction: Interaction): Promise<Owner> {
    const owner = await this.pageSessions.owner(request, response);
    const asksAgain = textOf(interaction.params['prompt']).split(' ').includes('login');
    if (asksAgain && owner.session.createdAt.getTime() < interaction.iat * 1000) throw new SignInNeeded(request.path);
    return owner;
  }

  private async finish(request: Request, response: Response, provider: Provider, result: object): Promise<void> {
    const onwards = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, onwards);
  }
}
