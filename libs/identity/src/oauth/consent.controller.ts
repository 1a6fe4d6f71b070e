import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import type { Scope } from '@app/kernel';
import { scopeOf } from '../grants/access-token.js';
import { textOf } from '../web/form.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal, SignInNeeded } from '../web/page-refusal.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { AuthorizationServer } from './authorization-server.service.js';
import { redirectTarget } from './client-metadata.js';
import { consentAddress } from '../web/consent-address.js';
import { consentPage } from './consent-page.js';
import { Consents } from './consents.service.js';
import { clientName } from './oauth-clients.service.js';

/** Asks the signed-in person whether an app may act for them. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('oauth/consent')
export class ConsentController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly server: AuthorizationServer,
    private readonly consents: Consents,
  ) {}

  @Get(':question')
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { interaction, provider } = await this.interactionOf(request, response);
    const scope = scopeOf(textOf(interaction.params['scope']));
    // A request without a scope of the API needs no sign-in: it is refused at once.
    if (scope === null) return this.refuseScope(request, response, provider, interaction);
    const owner = await this.person(request, response, interaction);
    const client = await provider.Client.find(textOf(interaction.params['client_id']));
    if (client === undefined || owner.workspaceId === null) throw new PageRefusal(400, 'consent-expired');
    const target = redirectTarget(textOf(interaction.params['redirect_uri']));
    const html = consentPage(
      // The consent page has no navigation to other pages.
      { ...this.pageSessions.context(owner, request), signedIn: null },
      {
        action: request.path,
        formToken: owner.formToken,
        appName: clientName(client.clientName),
        goesTo: target.shown,
        email: owner.session.person.email,
        scope,
        offline: textOf(interaction.params['scope']).split(' ').includes('offline_access'),
        workspaces: owner.workspaces,
        current: owner.workspaceId,
      },
    );
    return sendPage(response, html, target.source);
  }

  @Post(':question')
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const { interaction, provider } = await this.interactionOf(request, response);
    const owner = await this.person(request, response, interaction);
    if (fields.get('decision') !== 'allow') return this.finish(request, response, provider, { error: 'access_denied' });
    const workspace = fields.get('workspace') ?? owner.workspaceId;
    const chosen = owner.workspaces.find(({ id }) => id === workspace);
    if (chosen === undefined) throw new PageRefusal(400, 'form-expired');
    await this.consents.narrowScope(
      interaction,
      allowedScope(scopeOf(textOf(interaction.params['scope'])), fields.get('scope')),
    );
    const person = owner.session.person;
    const grantId = await this.pageSessions.runAudited(owner, request, () =>
      this.consents.grant(provider, interaction, person.id, chosen.id),
    );
    const login = { accountId: person.id, remember: false, ts: Math.floor(owner.session.createdAt.getTime() / 1000) };
    return this.finish(request, response, provider, { login, consent: { grantId } });
  }

  /** An app that nobody has let in is not redirected to, as at the authorization itself. */
  private async refuseScope(
    request: Request,
    response: Response,
    provider: Provider,
    interaction: Interaction,
  ): Promise<void> {
    if (!(await this.consents.isLetIn(interaction))) throw new PageRefusal(400, 'app-request');
    return this.finish(request, response, provider, { error: 'invalid_scope' });
  }

  /**
   * The authorization request of this address. Its secret is in a cookie of the browser that began it, so that an attacker
   * cannot make a person answer another browser's request.
   */
  private async interactionOf(request: Request, response: Response) {
    const provider = await this.server.provider();
    const interaction = await provider.interactionDetails(request, response);
    if (consentAddress(interaction.uid) !== request.path) throw new PageRefusal(400, 'consent-expired');
    return { interaction, provider };
  }

  /** The signed-in person; with `prompt=login` only after a sign-in that is later than the request. */
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

/**
 * The scope that the person allows. They choose only where the app asked for `read_write`.
 * @throws PageRefusal when the form names no scope, or more than the app asked for.
 */
function allowedScope(asked: Scope | null, chosen: string | undefined): Scope {
  if (asked === 'read_only' && (chosen === undefined || chosen === 'read_only')) return 'read_only';
  if (asked === 'read_write' && (chosen === 'read_only' || chosen === 'read_write')) return chosen;
  throw new PageRefusal(400, 'form-expired');
}
