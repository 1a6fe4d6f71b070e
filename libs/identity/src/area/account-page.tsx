import type { Frame } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage } from '../web/page.js';

/** The account of whoever is signed in, with what is wrong with a change of the password. */
export interface AccountView {
  readonly email: string;
  readonly formToken: string;
  readonly faults?: Readonly<Partial<Record<'current' | 'next', string>>>;
  readonly notice?: string;
}

export function accountPage(frame: Frame, { email, formToken, faults = {}, notice }: AccountView): string {
  const { words } = frame;
  return renderPage(
    <Page frame={frame} title={words.account} section="account">
      <h1>{words.account}</h1>
      <p class="lead">
        {words.accountLead} <b>{email}</b>
      </p>
      {notice && <Notice kind="good">{notice}</Notice>}
      <form class="card" method="post" action="/developers/account/password">
        <h2>{words.changePassword}</h2>
        <p class="soft">{words.changePasswordLead}</p>
        <FormToken value={formToken} />
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <Field
          name="current"
          type="password"
          label={words.currentPassword}
          fault={faults.current}
          autocomplete="current-password"
          maxlength={400}
        />
        <Field
          name="next"
          type="password"
          label={words.newPassword}
          hint={words.passwordRule}
          fault={faults.next}
          autocomplete="new-password"
          minlength={12}
          maxlength={400}
        />
        <button type="submit">{words.changePassword}</button>
      </form>
    </Page>,
  );
}
