import { Injectable } from '@nestjs/common';
import type * as Oidc from 'oidc-provider';
import type { OAuthContext, Provider, Token } from 'oidc-provider';
import { Log, newId, Problem, problemOfDatabaseError, SCOPES, Settings } from '@app/kernel';
import type { SigningKey } from '../grants/signing-key.entity.js';
import { ACCESS_TOKEN_SECONDS, SIGNING_ALGORITHM } from '../grants/access-token.js';
import { agentsResource, resourcesOf } from '../grants/resources.js';
import { SigningKeys } from '../grants/signing-keys.service.js';
import { oauthErrorPage } from './oauth-error-page.js';
import { readGrantName } from './grant-name.js';
import { OAuthClients } from './oauth-clients.service.js';
import { OAuthRecords } from './oauth-records.service.js';
import { consentAddress } from '../web/consent-address.js';
import { languageOf } from '../web/language.js';
import { pagePolicy } from '../web/page-policy.js';

const DAY_SECONDS = 86_400;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 1_800;
const REFRESH_TOKEN_SECONDS = 60 * DAY_SECONDS;
/** Lifetime of oidc-provider's grant records. The service's own `Grant` decides whether access has ended. */
const GRANT_SECONDS = 100 * 365 * DAY_SECONDS;

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  end_session: '/oauth/session',
} as const;

interface Running {
  readonly keyId: string;
  readonly provider: Provider;
}

/** OAuth 2.1 server (decision 0024). It is loaded on first use and rebuilt after a rotation of the signing key. */
@Injectable()
export class AuthorizationServer {
  private running: Running | undefined;
  private starting: Promise<Running> | undefined;

  constructor(
    private readonly keys: SigningKeys,
    private readonly records: OAuthRecords,
    private readonly clients: OAuthClients,
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  async provider(): Promise<Provider> {
    const keyId = await this.keys.currentId();
    if (this.running?.keyId === keyId) return this.running.provider;
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    this.running = await this.starting;
    return this.running.provider;
  }

  private async start(): Promise<Running> {
    const oidc = await import('oidc-provider');
    const key = await this.keys.current();
    const provider = new oidc.Provider(this.settings.baseUrl, this.configuration(oidc, key));
    // TLS may end at a proxy, so the public URL decides whether cookies are secure.
    provider.proxy = true;
    // Only the developer area manages sign-ins. A session of the OAuth server would survive a sign-out.
    provider.on('authorization.success', ({ oidc: { session } }) => (session.destroyed = true));
    provider.on('registration_create.success', ({ body }) => {
      delete (body as { client_secret_expires_at?: number }).client_secret_expires_at;
    });
    provider.use(closedToOtherOrigins);
    provider.use((context, next) => this.showErrors(context, next));
    provider.on('server_error', (_, error) => this.log.error({ err: error }, 'the OAuth server failed'));
    return { keyId: key.id, provider };
  }

  private configuration(oidc: typeof Oidc, key: SigningKey): object {
    const cookie = {
      httpOnly: true,
      sameSite: 'lax',
      signed: false,
      secure: this.settings.baseUrl.startsWith('https:'),
    };
    return {
      adapter: (kind: string) => this.records.adapter(kind, oidc.errors),
      jwks: { keys: [{ ...key.privateJwk, kid: key.id, alg: SIGNING_ALGORITHM, use: 'sig' }] },
      routes: OAUTH_PATHS,
      scopes: [...SCOPES, 'offline_access'],
      responseTypes: ['code'],
      // Anyone can register an app, so a client secret proves nothing. PKCE and the redirect URI bind a code to its
      // app.
      clientAuthMethods: ['none'],
      clientDefaults: {
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: SIGNING_ALGORITHM,
      },
      pkce: { required: () => true },
      features: this.features(oidc),
      interactions: {
        policy: alwaysConsent(oidc),
        url: (_: OAuthContext, { uid }: { uid: string }) => consentAddress(uid),
      },
      cookies: {
        names: { session: 'centavo_oauth', interaction: 'centavo_consent', resume: 'centavo_resume' },
        long: cookie,
        short: cookie,
      },
      findAccount: (_: OAuthContext, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
      extraTokenClaims: (_: OAuthContext, { grantId }: Token) => {
        const { workspaceId, grantId: grant } = readGrantName(grantId);
        return { workspace_id: workspaceId, grant_id: grant };
      },
      expiresWithSession: () => false,
      issueRefreshToken: (_: OAuthContext, __: object, { scopes }: Token) => scopes.has('offline_access'),
      rotateRefreshToken: true,
      revokeGrantPolicy: () => true,
      allowOmittingSingleRegisteredRedirectUri: false,
      clientBasedCORS: () => false,
      sectorIdentifierUriValidate: () => false,
      fetch: () => Promise.reject(new Error('resources of apps are not fetched')),
      ttl: {
        AccessToken: ACCESS_TOKEN_SECONDS,
        AuthorizationCode: CODE_SECONDS,
        Grant: GRANT_SECONDS,
        Interaction: INTERACTION_SECONDS,
        RefreshToken: REFRESH_TOKEN_SECONDS,
        Session: INTERACTION_SECONDS,
      },
      renderError: (context: OAuthContext, out: { error: string }, error: Error) => {
        const known = problemOfDatabaseError(error);
        const isAway = known instanceof Problem && known.type.status === 503;
        if (isAway) context.set('Retry-After', '2');
        this.showError(context, isAway ? 'temporarily_unavailable' : out.error, isAway ? 503 : context.status);
      },
    };
  }

  /**
   * Shows errors on a page of the service unless the signed-in user has authorized the app. Otherwise anyone could
   * register an app and use this endpoint as an open redirector (RFC 9700 section 4.11.2).
   */
  private async showErrors(context: OAuthContext, next: () => Promise<void>): Promise<void> {
    await next();
    const requested = new URL(context.req.url ?? '/', this.settings.baseUrl);
    const location = new URL(String(context.response.get('Location')), this.settings.baseUrl);
    // The response mode decides whether parameters are in the query or in the fragment.
    const returned = [location.searchParams, new URLSearchParams(location.hash.slice(1))];
    const isOwnPage = location.origin === requested.origin && !returned.some((fields) => fields.has('error'));
    if (requested.pathname !== OAUTH_PATHS.authorization || isOwnPage || returned.some((fields) => fields.has('code')))
      return;
    if (await this.clients.isAuthorizedBySender(context.req, requested.searchParams.get('client_id') ?? '')) return;
    context.remove('Location');
    this.showError(context, 'invalid_request', 400);
  }

  private showError(context: OAuthContext, error: string, status: number): void {
    context.status = status;
    context.type = 'html';
    context.set('Content-Security-Policy', pagePolicy());
    context.body = oauthErrorPage(languageOf(context.req.headers.cookie), error);
  }

  private features(oidc: typeof Oidc): object {
    const off = { enabled: false };
    return {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        // Default IDs may begin with a hyphen, which a command line would parse as an option.
        idFactory: () => newId(),
        // No client gets a secret, even if it requests one.
        secretFactory: () => undefined,
      },
      revocation: {
        enabled: true,
        // A token of another app is treated like an unknown token: the response is a success, but the token stays
        // valid.
        allowedPolicy: (_: OAuthContext, client: { clientId: string }, token: { clientId: string }) =>
          client.clientId === token.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_: OAuthContext, __: object, several?: string[]) => several?.[0] ?? this.settings.baseUrl,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: OAuthContext, resource: string) => {
          if (!this.resources().includes(resource)) throw new oidc.errors.InvalidTarget();
          return {
            scope: SCOPES.join(' '),
            audience: resource === agentsResource(this.settings.baseUrl) ? resource : this.settings.baseUrl,
            accessTokenFormat: 'jwt',
            accessTokenTTL: ACCESS_TOKEN_SECONDS,
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          };
        },
      },
    };
  }

  /**
   * Returns the accepted values of `resource` (RFC 8707), including one with the trailing slash that URL libraries add.
   */
  resources(): string[] {
    return [...resourcesOf(this.settings.baseUrl), `${this.settings.baseUrl}/`];
  }
}

/**
 * Removes the CORS headers of oidc-provider, which allows every origin. Keeps them if the service's own policy allowed
 * the origin.
 */
async function closedToOtherOrigins(context: OAuthContext, next: () => Promise<void>): Promise<void> {
  const isAllowed = Boolean(context.response.get('Access-Control-Allow-Origin'));
  await next();
  if (isAllowed) return;
  for (const name of ['Allow-Origin', 'Expose-Headers']) context.remove(`Access-Control-${name}`);
}

/** Returns prompts that require consent for every authorization and, with `prompt=login`, a new sign-in. */
function alwaysConsent({ interactionPolicy: { Check, Prompt } }: typeof Oidc): object[] {
  const isNotGiven = ({ oidc }: OAuthContext): boolean => oidc.result?.consent === undefined;
  return [
    new Prompt({ name: 'consent', requestable: true }, new Check('consent_needed', 'consent is required', isNotGiven)),
    new Prompt({ name: 'login', requestable: true }),
  ];
}
