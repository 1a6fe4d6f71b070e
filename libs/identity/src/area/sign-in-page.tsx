import { EmailField, FormCard, PasswordField } from '../web/form-card.js';
import type { PageContext } from '../web/page.js';
import { Field, Notice, Page, renderPage } from '../web/page.js';

export interface SignInForm {
  readonly formToken: string;
  readonly next: string;
  readonly email: string;
  readonly workspaceName?: string;
  readonly fault?: string;
  readonly faults?: Readonly<Partial<Record<'email' | 'password' | 'workspace_name', string>>>;
  readonly notice?: string;
}

export function signInPage(context: PageContext, form: SignInForm): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.signIn} narrow>
      <h1>{messages.signIn}</h1>
      <p class="lead">{messages.signInLead}</p>
      {form.notice && <Notice kind="good">{form.notice}</Notice>}
      {form.fault && <Notice kind="bad">{form.fault}</Notice>}
      <FormCard
        action="/developers/sign-in"
        formToken={form.formToken}
        next={form.next}
        submit={messages.signIn}
        narrow
      >
        <EmailField messages={messages} value={form.email} />
        <PasswordField name="password" label={messages.password} />
      </FormCard>
      <p class="after">
        {messages.noAccount} <a href={withNext('/developers/sign-up', form.next)}>{messages.signUp}</a>
      </p>
    </Page>,
  );
}

export function signUpPage(context: PageContext, form: SignInForm): string {
  const { messages } = context;
  const faults = form.faults ?? {};
  return renderPage(
    <Page context={context} title={messages.signUp} narrow>
      <h1>{messages.signUp}</h1>
      <p class="lead">{messages.signUpLead}</p>
      <FormCard
        action="/developers/sign-up"
        formToken={form.formToken}
        next={form.next}
        submit={messages.signUp}
        narrow
      >
        <EmailField messages={messages} value={form.email} fault={faults.email} />
        <PasswordField name="password" label={messages.password} fault={faults.password} rule={messages.passwordRule} />
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
      </FormCard>
      <p class="after">
        {messages.haveAccount} <a href={withNext('/developers/sign-in', form.next)}>{messages.signIn}</a>
      </p>
    </Page>,
  );
}

export function confirmSignUpPage(
  context: PageContext,
  form: { readonly formToken: string; readonly code: string; readonly next: string; readonly fault?: string },
): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.confirmSignUp} narrow>
      <h1>{messages.confirmSignUp}</h1>
      <p class="lead">{messages.confirmSignUpLead}</p>
      {form.fault && <Notice kind="bad">{form.fault}</Notice>}
      <FormCard
        action="/developers/sign-up/confirm"
        formToken={form.formToken}
        next={form.next}
        submit={messages.confirmSignUp}
        narrow
      >
        <Field name="code" label={messages.code} value={form.code} autocomplete="one-time-code" maxlength={40} />
        <PasswordField name="password" label={messages.password} />
      </FormCard>
    </Page>,
  );
}

export function withNext(path: string, next: string): string {
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
