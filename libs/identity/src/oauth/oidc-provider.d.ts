/** Types for the parts of oidc-provider that the service uses. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface OAuthContext {
    type: string;
    status: number;
    body: unknown;
    set(name: string, value: string): void;
    remove(name: string): void;
    readonly response: { get(name: string): unknown };
    readonly req: IncomingMessage;
    readonly oidc: {
      readonly result?: { readonly consent?: object };
      readonly session: { destroyed: boolean };
      readonly entities: { readonly RotatedRefreshToken?: object };
    };
  }

  export interface Interaction {
    readonly uid: string;
    readonly iat: number;
    readonly returnTo: string;
    readonly result?: object;
    params: Readonly<Record<string, string | string[] | undefined>>;
    persist(): Promise<unknown>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
  }

  export interface Grant {
    jti: string;
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export interface Token {
    readonly grantId?: string;
    readonly scopes: ReadonlySet<string>;
  }

  export interface Presented {
    readonly resourceIndicators: ReadonlySet<string>;
  }

  export interface RecordPayload {
    jti?: string;
    grantId?: string;
    clientId?: string;
    consumed?: number;
    [field: string]: unknown;
  }

  export interface Adapter {
    upsert(id: string, payload: RecordPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<RecordPayload | undefined>;
    findByUid(uid: string): Promise<RecordPayload | undefined>;
    findByUserCode(code: string): Promise<RecordPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    proxy: boolean;
    use(middleware: (context: OAuthContext, next: () => Promise<void>) => Promise<void>): void;
    readonly Client: { find(id: string): Promise<Client | undefined> };
    readonly AuthorizationCode: { find(value: string): Promise<Presented | undefined> };
    readonly RefreshToken: { find(value: string): Promise<Presented | undefined> };
    readonly Grant: new (of: { accountId: string; clientId: string; jti: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
    on(event: 'authorization.success' | 'registration_create.success', listener: (context: OAuthContext) => void): void;
    on(event: 'server_error', listener: (context: OAuthContext, error: Error) => void): void;
  }

  type ErrorType = new (description?: string, detail?: string) => Error;
  export const errors: {
    readonly InvalidTarget: ErrorType;
    readonly InvalidGrant: ErrorType;
    readonly SessionNotFound: ErrorType;
  };

  type Check = (context: OAuthContext) => boolean;
  export const interactionPolicy: {
    readonly Check: new (reason: string, description: string, check: Check) => object;
    readonly Prompt: new (options: { name: string; requestable: boolean }, ...checks: object[]) => object;
  };
}
