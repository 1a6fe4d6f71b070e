import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { MemberRole } from '@app/kernel';
import { auditContextOf, Clock, isAtLeast, runAudited, Settings } from '@app/kernel';
import type { ActiveSession } from '../sessions/web-sessions.service.js';
import { formToken, isFormToken, isSessionToken, newSessionToken } from '../sessions/session-token.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import type { Membership } from '../users/member.query.js';
import { Users } from '../users/users.service.js';
import { Workspaces } from '@app/workspace';
import { nextAddress } from '../web/consent-address.js';
import type { Language } from './language.js';
import { askedLanguage, languageCookie, languageOf, readCookie } from './language.js';
import type { PageContext } from './page.js';
import { PageRefusal, SignInNeeded } from './page-refusal.js';
import { isOwnForm, readForm } from './form.js';
import { messagesFor } from './messages.js';

export interface Visitor {
  readonly language: Language;
  readonly session: ActiveSession | null;
  readonly formToken: string;
}

/** A workspace of the signed-in user, with their membership. */
export interface OwnWorkspace extends Membership {
  readonly id: string;
  readonly name: string;
}

export interface Owner extends Visitor {
  readonly session: ActiveSession;
  readonly workspaces: readonly OwnWorkspace[];
  /** Membership in the selected workspace; null if the user has no workspace. */
  readonly member: OwnWorkspace | null;
  /** Selected workspace; null if the user has no workspace. */
  readonly workspaceId: string | null;
}

const COOKIE_SECONDS = 30 * 86_400;
const DEVICE_SECONDS = 365 * 86_400;

type CookieName = 'session' | 'visit' | 'device';

@Injectable()
export class PageSessions {
  private readonly secure: boolean;

  constructor(
    private readonly settings: Settings,
    private readonly sessions: WebSessions,
    private readonly users: Users,
    private readonly workspaces: Workspaces,
    private readonly clock: Clock,
  ) {
    this.secure = settings.baseUrl.startsWith('https:');
  }

  session({ headers }: Pick<IncomingMessage, 'headers'>): Promise<ActiveSession | null> {
    return this.sessions.find(readCookie(headers.cookie, this.cookieName('session')));
  }

  /** Returns the visitor of a page. If the URL requests a language, stores it in a cookie. */
  async visitor(request: Request, response: Response): Promise<Visitor> {
    const requested = request.method === 'GET' ? askedLanguage(request.query['lang']) : null;
    if (requested) response.append('Set-Cookie', languageCookie(requested, this.secure));
    const language = requested ?? languageOf(request.headers.cookie);
    const session = await this.session(request);
    if (session) return { language, session, formToken: formToken(session.token) };
    return { language, session: null, formToken: formToken(this.anonymous(request, response)) };
  }

  /**
   * Returns the signed-in user.
   * @throws SignInNeeded if the visitor is anonymous
   */
  async owner(request: Request, response: Response): Promise<Owner> {
    const visitor = await this.visitor(request, response);
    if (visitor.session === null) throw new SignInNeeded(request.path);
    const memberships = await this.users.membershipsOf(visitor.session.person.id);
    const workspaces = await Promise.all(
      memberships.map(async (membership) => ({
        ...membership,
        id: membership.workspaceId,
        name: (await this.workspaces.current(membership.workspaceId)).name,
      })),
    );
    const { chosenWorkspace } = visitor.session;
    const member = workspaces.find(({ workspaceId }) => workspaceId === chosenWorkspace) ?? workspaces[0] ?? null;
    return { ...visitor, session: visitor.session, workspaces, member, workspaceId: member?.workspaceId ?? null };
  }

  selectWorkspace({ session }: Owner, workspaceId: string): Promise<void> {
    return this.sessions.selectWorkspace(session.token, workspaceId);
  }

  /** Runs work and records it in the audit log as an action of the signed-in user. */
  runAudited<T>({ session }: Owner, request: Request, work: () => T): T {
    const { id, email } = session.person;
    const resourceId = typeof request.params['id'] === 'string' ? request.params['id'] : null;
    const audit = auditContextOf(request, { kind: 'person', id, name: email }, this.clock.now(), resourceId);
    return runAudited(audit, work);
  }

  /**
   * Parses a form.
   * @throws PageRefusal if the form comes from another site, has no valid token or is malformed
   */
  async form(request: Request): Promise<ReadonlyMap<string, string>> {
    if (!isOwnForm(request.headers, this.settings.baseUrl)) throw new PageRefusal(403, 'form-expired');
    const fields = await readForm(request);
    const session = await this.session(request);
    // Within a session, the cookie of an anonymous visit is not accepted, because an attacker may have planted it.
    const known = session === null ? this.cookie(request, 'visit') : session.token;
    if (!isSessionToken(known) || !isFormToken(known, fields.get('form_token')))
      throw new PageRefusal(403, 'form-expired');
    return fields;
  }

  setSessionCookie(response: Response, token: string | null): void {
    response.append('Set-Cookie', this.cookieHeader('session', token ?? '', token === null ? 0 : COOKIE_SECONDS));
  }

  deviceToken(request: Request): string | undefined {
    return this.cookie(request, 'device');
  }

  setDeviceCookie(response: Response, token: string): void {
    response.append('Set-Cookie', this.cookieHeader('device', token, DEVICE_SECONDS));
  }

  context(visitor: Visitor | Owner, request: Request): PageContext {
    const otherLanguage = visitor.language === 'en' ? 'es' : 'en';
    const owner = 'workspaces' in visitor ? visitor : null;
    return {
      messages: messagesFor(visitor.language),
      switchAddress: request.method === 'GET' ? inLanguage(request, otherLanguage) : null,
      signedIn: owner && {
        email: owner.session.person.email,
        formToken: owner.formToken,
        workspaces: owner.workspaces,
        current: owner.workspaceId,
        role: owner.member?.role ?? 'viewer',
      },
    };
  }

  /** Returns the secret for an anonymous visitor's form tokens. The tokens prevent login CSRF. */
  private anonymous(request: Request, response: Response): string {
    const known = this.cookie(request, 'visit');
    if (isSessionToken(known)) return known;
    const token = newSessionToken();
    response.append('Set-Cookie', this.cookieHeader('visit', token, COOKIE_SECONDS));
    return token;
  }

  private cookie(request: Request, name: CookieName): string | undefined {
    return readCookie(request.headers.cookie, this.cookieName(name));
  }

  private cookieHeader(name: CookieName, value: string, seconds: number): string {
    const rest = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
    return `${this.cookieName(name)}=${value}; ${rest}${this.secure ? '; Secure' : ''}`;
  }

  /**
   * Returns the full name of a cookie. Browsers accept the prefix `__Host-` only over HTTPS and without a Domain
   * attribute.
   */
  private cookieName(name: CookieName): string {
    return `${this.secure ? '__Host-' : ''}centavo_${name}`;
  }
}

/** Returns the URL of this page in another language. Keeps `next`, so that a sign-in for an app continues. */
function inLanguage(request: Request, language: string): string {
  const query = new URLSearchParams({ lang: language });
  const { next } = request.query;
  if (nextAddress(next) !== '') query.set('next', nextAddress(next));
  return `${request.path}?${query.toString()}`;
}

/**
 * Returns the membership in the selected workspace.
 * @throws PageRefusal if the user has no workspace, or if their role is less than `least`
 */
export function memberOf({ member }: Owner, least: MemberRole = 'viewer'): OwnWorkspace {
  if (member === null) throw new PageRefusal(404, 'not-found');
  if (!isAtLeast(member.role, least)) throw new PageRefusal(403, 'role');
  return member;
}

/** Returns the member whose credentials the pages show; null for an owner, who sees the credentials of all members. */
export function shownTo(member: OwnWorkspace): string | null {
  return member.role === 'owner' ? null : member.memberId;
}
