import type { PageContext } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage } from '../web/page.js';

/** The account of the signed-in person, and the faults of a password change. */
export interface AccountView {
  readonly email: string;
  readonly formToken: string;
  readonly faults?: Readonly<Partial<Record<'current' | 'next', string>>>;
  readonly notice?: string;
}

export function accountPage(context: PageContext, { email, formToken, faults = {}, notice }: AccountView): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.account} section="account">
      <h1>{messages.account}</h1>
      <p class="lead">
        {messages.accountLead} <b>{email}</b>
      </p>
      {notice && <Notice kind="good">{notice}</Notice>}
      <form class="card" method="post" action="/developers/account/password">
        <h2>{messages.changePassword}</h2>
        <p class="soft">{messages.changePasswordLead}</p>
        <FormToken value={formToken} />
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <Field
          name="current"
          type="password"
          label={messages.currentPassword}
          fault={faults.current}
          autocomplete="current-password"
          maxlength={400}
        />
        <Field
          name="next"
          type="password"
          label={messages.newPassword}
          hint={messages.passwordRule}
          fault={faults.next}
          autocomplete="new-password"
          minlength={12}
          maxlength={400}
        />
        <button type="submit">{messages.changePassword}</button>
      </form>
    </Page>,
  );
}
