import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { auditContextOf, Clock, runAudited, Settings } from '@app/kernel';
import type { WebSession } from '../sessions/web-sessions.service.js';
import { formToken, isFormToken, isSessionToken, newSessionToken } from '../sessions/session-token.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { Users } from '../users/users.service.js';
import { Workspaces } from '@app/workspace';
import { afterSignIn } from '../oauth/consent-address.js';
import type { Language } from './language.js';
import { askedLanguage, languageCookie, languageOf, readCookie } from './language.js';
import type { Frame } from './page.js';
import { PageRefusal, SignInNeeded } from './page-refusal.js';
import { isOwnForm, readForm } from './form.js';
import { wordsIn } from './words.js';

/** Who looks at a page, signed in or not. */
export interface Visitor {
  readonly language: Language;
  readonly session: WebSession | null;
  readonly formToken: string;
}

/** Somebody who is signed in, in one of their workspaces. */
export interface Owner extends Visitor {
  readonly session: WebSession;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  /** The workspace that they look at; null only where they own none. */
  readonly workspaceId: string | null;
}

const COOKIE_SECONDS = 30 * 86_400;

/** The visitors of the pages: their cookies, their language, and the proof that a form is their own. */
@Injectable()
export class Visitors {
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

  /** Whoever asks for a page. A language that the address asks for is remembered. */
  async visitor(request: Request, response: Response): Promise<Visitor> {
    const asked = request.method === 'GET' ? askedLanguage(request.query['lang']) : null;
    if (asked) response.append('Set-Cookie', languageCookie(asked, this.secure));
    const language = asked ?? languageOf(request.headers.cookie);
    const session = await this.sessions.find(this.cookie(request, 'session'));
    if (session) return { language, session, formToken: formToken(session.token) };
    return { language, session: null, formToken: formToken(this.anonymous(request, response)) };
  }

  /** @throws SignInNeeded when nobody is signed in. */
  async owner(request: Request, response: Response): Promise<Owner> {
    const visitor = await this.visitor(request, response);
    if (visitor.session === null) throw new SignInNeeded(request.path);
    const ids = await this.users.workspacesOf(visitor.session.person.id);
    const workspaces = await Promise.all(
      ids.map(async (id) => ({ id, name: (await this.workspaces.current(id)).name })),
    );
    const { chosenWorkspace } = visitor.session;
    const workspaceId = ids.find((id) => id === chosenWorkspace) ?? ids[0] ?? null;
    return { ...visitor, session: visitor.session, workspaces, workspaceId };
  }

  /** Does what a signed-in person asked for, as an act of theirs in the audit log. */
  acting<T>({ session }: Owner, request: Request, work: () => T): T {
    const { id, email } = session.person;
    const resourceId = typeof request.params['id'] === 'string' ? request.params['id'] : null;
    const act = auditContextOf(request, { kind: 'person', id, name: email }, this.clock.now(), resourceId);
    return runAudited(act, work);
  }

  /**
   * The fields of a form that the visitor sent from one of our own pages.
   * @throws PageRefusal when it comes from elsewhere, lacks its token, or is no form.
   */
  async form(request: Request): Promise<ReadonlyMap<string, string>> {
    if (!isOwnForm(request.headers, this.settings.baseUrl)) throw new PageRefusal(403, 'form-expired');
    const fields = await readForm(request);
    const session = this.cookie(request, 'session');
    const known = [session, this.cookie(request, 'visit')].filter(isSessionToken);
    if (!known.some((token) => isFormToken(token, fields.get('form_token'))))
      throw new PageRefusal(403, 'form-expired');
    return fields;
  }

  /** Gives the browser the cookie of a session, or takes it. */
  giveSession(response: Response, token: string | null): void {
    response.append('Set-Cookie', this.setCookie('session', token ?? '', token === null ? 0 : COOKIE_SECONDS));
  }

  /** What a page shows of its visitor. */
  frame(visitor: Visitor | Owner, request: Request): Frame {
    const other = visitor.language === 'en' ? 'es' : 'en';
    const owner = 'workspaces' in visitor ? visitor : null;
    return {
      words: wordsIn(visitor.language),
      switchAddress: request.method === 'GET' ? inLanguage(request, other) : null,
      signedIn: owner && {
        email: owner.session.person.email,
        formToken: owner.formToken,
        workspaces: owner.workspaces,
        current: owner.workspaceId,
      },
    };
  }

  /** Somebody who is not signed in gets a secret too, so that their forms can be told from others'. */
  private anonymous(request: Request, response: Response): string {
    const known = this.cookie(request, 'visit');
    if (isSessionToken(known)) return known;
    const token = newSessionToken();
    response.append('Set-Cookie', this.setCookie('visit', token, COOKIE_SECONDS));
    return token;
  }

  private cookie(request: Request, name: 'session' | 'visit'): string | undefined {
    return readCookie(request.headers.cookie, this.cookieName(name));
  }

  private setCookie(name: 'session' | 'visit', value: string, seconds: number): string {
    const rest = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
    return `${this.cookieName(name)}=${value}; ${rest}${this.secure ? '; Secure' : ''}`;
  }

  /** With the prefix browsers take the cookie from this host alone, and only over https; on http they refuse it. */
  private cookieName(name: 'session' | 'visit'): string {
    return `${this.secure ? '__Host-' : ''}centavo_${name}`;
  }
}

/** The address of the same page in another language. Somebody who is on their way back to an app stays on it. */
function inLanguage(request: Request, language: string): string {
  const query = new URLSearchParams({ lang: language });
  const { next } = request.query;
  if (typeof next === 'string' && afterSignIn(next) === next) query.set('next', next);
  return `${request.path}?${query.toString()}`;
}
