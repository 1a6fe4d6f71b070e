import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { MemberRole } from '@app/kernel/pure';
import { SCRIPT_ADDRESS, STYLE_ADDRESS } from './assets.js';
import type { Messages } from './messages.js';

export interface PageContext {
  readonly messages: Messages;
  /** URL of this page in the other language; null if the page cannot be reloaded. */
  readonly switchAddress: string | null;
  /** Signed-in user; null for an anonymous visitor. */
  readonly signedIn: SignedIn | null;
}

export interface SignedIn {
  readonly email: string;
  readonly formToken: string;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly current: string | null;
  /** Role in the current workspace. */
  readonly role: MemberRole;
}

const SECTIONS = ['keys', 'requests', 'apps', 'webhooks', 'members', 'account'] as const;
export type Section = (typeof SECTIONS)[number];

/** Renders a page. The renderer escapes all values. */
export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}

interface PageProps {
  readonly context: PageContext;
  readonly title: string;
  readonly section?: Section;
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

export function Page({ context, title, section, narrow, children }: PageProps) {
  const { messages, signedIn } = context;
  return (
    <html lang={messages.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Centavo`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={STYLE_ADDRESS} />
        <script src={SCRIPT_ADDRESS} defer></script>
      </head>
      <body>
        <a class="skip" href="#content">
          {messages.skip}
        </a>
        <header class="top">
          <a class="brand" href="/developers">
            <Mark />
            <span>Centavo</span>
          </a>
          <span class="area">{messages.area}</span>
          <span class="grow"></span>
          <LanguageSwitch context={context} />
          {signedIn && <SignOut messages={messages} formToken={signedIn.formToken} />}
        </header>
        {signedIn && section && (
          <nav class="sections" aria-label={messages.navigation}>
            {SECTIONS.filter((name) => name !== 'webhooks' || signedIn.role === 'owner').map((name) => (
              <a key={name} href={`/developers/${name}`} aria-current={name === section ? 'page' : undefined}>
                {messages[name]}
              </a>
            ))}
            <a href="/docs">{messages.docs}</a>
          </nav>
        )}
        <main id="content" class={narrow ? 'narrow' : ''} tabIndex={-1}>
          {signedIn && section && <WorkspaceChoice messages={messages} signedIn={signedIn} />}
          {children}
        </main>
      </body>
    </html>
  );
}

function LanguageSwitch({ context: { messages, switchAddress } }: { context: PageContext }) {
  if (switchAddress === null) return null;
  const otherLanguage = messages.language === 'en' ? 'es-MX' : 'en';
  return (
    <a class="quiet" href={switchAddress} lang={otherLanguage} hreflang={otherLanguage}>
      {messages.otherLanguage}
    </a>
  );
}

function SignOut({ messages, formToken }: { messages: Messages; formToken: string }) {
  return (
    <form method="post" action="/developers/sign-out">
      <FormToken value={formToken} />
      <button class="link" type="submit">
        {messages.signOut}
      </button>
    </form>
  );
}

function WorkspaceChoice({ messages, signedIn }: { messages: Messages; signedIn: SignedIn }) {
  const { workspaces, current, formToken } = signedIn;
  if (workspaces.length < 2) {
    return workspaces[0] ? <p class="eyebrow">{workspaces[0].name}</p> : null;
  }
  return (
    <form class="choice" method="post" action="/developers/workspace">
      <FormToken value={formToken} />
      <label for="workspace">{messages.workspace}</label>
      <select id="workspace" name="workspace">
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id} selected={id === current}>
            {name}
          </option>
        ))}
      </select>
      <button class="small" type="submit">
        {messages.change}
      </button>
    </form>
  );
}

export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="form_token" value={value} />;
}

export function Notice({ kind, children }: { kind: 'good' | 'bad'; children: ComponentChildren }) {
  return (
    <p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly autocomplete: string;
  readonly maxlength?: number;
  readonly minlength?: number;
  readonly optional?: boolean;
}

export function Field(field: FieldProps) {
  const { name, label, type = 'text', value, hint, fault, autocomplete, maxlength, minlength, optional } = field;
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const attributes = {
    id: name,
    name,
    value,
    required: !optional,
    autocomplete,
    maxlength,
    minlength,
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {type === 'email' && <input type="email" {...attributes} />}
      {type === 'password' && <input type="password" {...attributes} />}
      {type === 'text' && <input type="text" {...attributes} />}
      {fault && (
        <p class="fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function When({
  instant,
  messages,
  timeZone,
  withSeconds = false,
}: {
  instant: Date | string | null | undefined;
  messages: Messages;
  timeZone: string;
  withSeconds?: boolean;
}) {
  if (instant == null) return <>{messages.never}</>;
  const date = new Date(instant);
  const style = { dateStyle: 'medium', timeStyle: withSeconds ? 'medium' : 'short', timeZone } as const;
  const text = new Intl.DateTimeFormat(messages.language, style).format(date);
  return <time dateTime={date.toISOString()}>{text}</time>;
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <circle cx="16" cy="16" r="15" class="mark-coin" />
      <path d="M21.2 11.6a7 7 0 1 0 0 8.8M16 5.5v4M16 22.5v4" class="mark-sign" />
    </svg>
  );
}
