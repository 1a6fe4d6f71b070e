import type { Frame } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage } from '../web/page.js';

/** What was entered before, what is wrong with it, and where to go afterwards. */
export interface EntryForm {
  readonly formToken: string;
  readonly next: string;
  readonly email: string;
  readonly workspaceName?: string;
  readonly fault?: string;
  readonly faults?: Readonly<Partial<Record<'email' | 'password' | 'workspace_name', string>>>;
  readonly notice?: string;
}

/** The page on which somebody signs in. */
export function signInPage(frame: Frame, form: EntryForm): string {
  const { words } = frame;
  return renderPage(
    <Page frame={frame} title={words.signIn} narrow>
      <h1>{words.signIn}</h1>
      <p class="lead">{words.signInLead}</p>
      {form.notice && <Notice kind="good">{form.notice}</Notice>}
      {form.fault && <Notice kind="bad">{form.fault}</Notice>}
      <form class="card" method="post" action="/developers/sign-in">
        <FormToken value={form.formToken} />
        <input type="hidden" name="next" value={form.next} />
        <Field
          name="email"
          type="email"
          label={words.email}
          value={form.email}
          autocomplete="username"
          maxlength={254}
        />
        <Field name="password" type="password" label={words.password} autocomplete="current-password" maxlength={400} />
        <button class="wide" type="submit">
          {words.signIn}
        </button>
      </form>
      <p class="after">
        {words.noAccount} <a href={withNext('/developers/sign-up', form.next)}>{words.signUp}</a>
      </p>
    </Page>,
  );
}

/** The page on which somebody makes an account with a workspace. */
export function signUpPage(frame: Frame, form: EntryForm): string {
  const { words } = frame;
  const faults = form.faults ?? {};
  return renderPage(
    <Page frame={frame} title={words.signUp} narrow>
      <h1>{words.signUp}</h1>
      <p class="lead">{words.signUpLead}</p>
      <form class="card" method="post" action="/developers/sign-up">
        <FormToken value={form.formToken} />
        <input type="hidden" name="next" value={form.next} />
        <Field
          name="email"
          type="email"
          label={words.email}
          value={form.email}
          fault={faults.email}
          autocomplete="username"
          maxlength={254}
        />
        <Field
          name="password"
          type="password"
          label={words.password}
          hint={words.passwordRule}
          fault={faults.password}
          autocomplete="new-password"
          minlength={12}
          maxlength={400}
        />
        <Field
          name="workspace_name"
          label={words.workspaceName}
          value={form.workspaceName ?? ''}
          hint={words.workspaceHint}
          fault={faults.workspace_name}
          autocomplete="organization"
          maxlength={120}
          optional
        />
        <button class="wide" type="submit">
          {words.signUp}
        </button>
      </form>
      <p class="after">
        {words.haveAccount} <a href={withNext('/developers/sign-in', form.next)}>{words.signIn}</a>
      </p>
    </Page>,
  );
}

function withNext(path: string, next: string): string {
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
