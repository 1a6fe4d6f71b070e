import type { PageContext } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage } from '../web/page.js';

/** The previous input, its faults, and where to go after signing in. */
export interface SignInForm {
  readonly formToken: string;
  readonly next: string;
  readonly email: string;
  readonly workspaceName?: string;
  readonly fault?: string;
  readonly faults?: Readonly<Partial<Record<'email' | 'password' | 'workspace_name', string>>>;
  readonly notice?: string;
}

/** The sign-in page. */
export function signInPage(context: PageContext, form: SignInForm): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.signIn} narrow>
      <h1>{messages.signIn}</h1>
      <p class="lead">{messages.signInLead}</p>
      {form.notice && <Notice kind="good">{form.notice}</Notice>}
      {form.fault && <Notice kind="bad">{form.fault}</Notice>}
      <form class="card" method="post" action="/developers/sign-in">
        <FormToken value={form.formToken} />
        <input type="hidden" name="next" value={form.next} />
        <Field
          name="email"
          type="email"
          label={messages.email}
          value={form.email}
          autocomplete="username"
          maxlength={254}
        />
        <Field
          name="password"
          type="password"
          label={messages.password}
          autocomplete="current-password"
          maxlength={400}
        />
        <button class="wide" type="submit">
          {messages.signIn}
        </button>
      </form>
      <p class="after">
        {messages.noAccount} <a href={withNext('/developers/sign-up', form.next)}>{messages.signUp}</a>
      </p>
    </Page>,
  );
}

/** The page that creates an account with a workspace. */
export function signUpPage(context: PageContext, form: SignInForm): string {
  const { messages } = context;
  const faults = form.faults ?? {};
  return renderPage(
    <Page context={context} title={messages.signUp} narrow>
      <h1>{messages.signUp}</h1>
      <p class="lead">{messages.signUpLead}</p>
      <form class="card" method="post" action="/developers/sign-up">
        <FormToken value={form.formToken} />
        <input type="hidden" name="next" value={form.next} />
        <Field
          name="email"
          type="email"
          label={messages.email}
          value={form.email}
          fault={faults.email}
          autocomplete="username"
          maxlength={254}
        />
        <Field
          name="password"
          type="password"
          label={messages.password}
          hint={messages.passwordRule}
          fault={faults.password}
          autocomplete="new-password"
          minlength={12}
          maxlength={400}
        />
        <Field
          name="workspace_name"
          label={messages.workspaceName}
          value={form.workspaceName ?? ''}
          hint={messages.workspaceHint}
          fault={faults.workspace_name}
          autocomplete="organization"
          maxlength={120}
          optional
        />
        <button class="wide" type="submit">
          {messages.signUp}
        </button>
      </form>
      <p class="after">
        {messages.haveAccount} <a href={withNext('/developers/sign-in', form.next)}>{messages.signIn}</a>
      </p>
    </Page>,
  );
}

function withNext(path: string, next: string): string {
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
