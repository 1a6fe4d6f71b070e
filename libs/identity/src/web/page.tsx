import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SCRIPT_ADDRESS, STYLE_ADDRESS } from './assets.js';
import type { Words } from './words.js';

/** What every page shows of who is there. */
export interface Frame {
  readonly words: Words;
  /** The address of this page in the other language; null where the page cannot be asked for again. */
  readonly switchAddress: string | null;
  /** Null for somebody who is not signed in. */
  readonly signedIn: SignedIn | null;
}

export interface SignedIn {
  readonly email: string;
  readonly formToken: string;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly current: string | null;
}

export type Section = 'keys' | 'apps' | 'account';
const SECTIONS: readonly Section[] = ['keys', 'apps', 'account'];

/** A page as HTML. Everything in it is escaped by the renderer. */
export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}

interface PageProps {
  readonly frame: Frame;
  readonly title: string;
  readonly section?: Section;
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

/** The page around its content: who is there, where they can go, in which language. */
export function Page({ frame, title, section, narrow, children }: PageProps) {
  const { words, signedIn } = frame;
  return (
    <html lang={words.language}>
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
          {words.skip}
        </a>
        <header class="top">
          <a class="brand" href="/developers">
            <Mark />
            <span>Centavo</span>
          </a>
          <span class="area">{words.area}</span>
          <span class="grow"></span>
          <LanguageSwitch frame={frame} />
          {signedIn && <SignOut words={words} formToken={signedIn.formToken} />}
        </header>
        {signedIn && section && (
          <nav class="sections" aria-label={words.navigation}>
            {SECTIONS.map((name) => (
              <a key={name} href={`/developers/${name}`} aria-current={name === section ? 'page' : undefined}>
                {words[name]}
              </a>
            ))}
            <a href="/docs">{words.docs}</a>
          </nav>
        )}
        <main id="content" class={narrow ? 'narrow' : ''} tabIndex={-1}>
          {signedIn && section && <WorkspaceChoice words={words} signedIn={signedIn} />}
          {children}
        </main>
      </body>
    </html>
  );
}

function LanguageSwitch({ frame: { words, switchAddress } }: { frame: Frame }) {
  if (switchAddress === null) return null;
  const other = words.language === 'en' ? 'es-MX' : 'en';
  return (
    <a class="quiet" href={switchAddress} lang={other} hreflang={other}>
      {words.otherLanguage}
    </a>
  );
}

function SignOut({ words, formToken }: { words: Words; formToken: string }) {
  return (
    <form method="post" action="/developers/sign-out">
      <FormToken value={formToken} />
      <button class="link" type="submit">
        {words.signOut}
      </button>
    </form>
  );
}

function WorkspaceChoice({ words, signedIn }: { words: Words; signedIn: SignedIn }) {
  const { workspaces, current, formToken } = signedIn;
  if (workspaces.length < 2) {
    return workspaces[0] ? <p class="eyebrow">{workspaces[0].name}</p> : null;
  }
  return (
    <form class="choice" method="post" action="/developers/workspace">
      <FormToken value={formToken} />
      <label for="workspace">{words.workspace}</label>
      <select id="workspace" name="workspace">
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id} selected={id === current}>
            {name}
          </option>
        ))}
      </select>
      <button class="small" type="submit">
        {words.change}
      </button>
    </form>
  );
}

/** The hidden field that says that a form is ours. */
export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="form_token" value={value} />;
}

/** What has happened, or what is wrong, said to everybody: screen readers are told, too. */
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

/** A labelled text field with its hint and what is wrong with it. */
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

/** An instant in the reader's language, on the clocks of Mexico City. */
export function When({ instant, words, timeZone }: { instant: Date | string | null; words: Words; timeZone: string }) {
  if (instant === null) return <>{words.never}</>;
  const date = new Date(instant);
  const text = new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    date,
  );
  return <time dateTime={date.toISOString()}>{text}</time>;
}

/** A coin, for the mark of the house. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <circle cx="16" cy="16" r="15" class="mark-coin" />
      <path d="M21.2 11.6a7 7 0 1 0 0 8.8M16 5.5v4M16 22.5v4" class="mark-sign" />
    </svg>
  );
}
