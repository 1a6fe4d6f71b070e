import { FormCard, PasswordField } from '../web/form-card.js';
import type { PageContext } from '../web/page.js';
import { Field, Notice, Page, renderPage } from '../web/page.js';

/** The account of the signed-in person, and the faults of what they entered. */
export interface AccountView {
  readonly email: string;
  readonly isProven: boolean;
  /** Whether a code can be mailed. */
  readonly hasMail: boolean;
  readonly formToken: string;
  readonly faults?: Readonly<Partial<Record<'current' | 'next' | 'code', string>>>;
  readonly notice?: string;
}

export function accountPage(context: PageContext, view: AccountView): string {
  const { messages } = context;
  const { email, isProven, hasMail, formToken, faults = {}, notice } = view;
  return renderPage(
    <Page context={context} title={messages.account} section="account">
      <h1>{messages.account}</h1>
      <p class="lead">
        {messages.accountLead} <b>{email}</b>
      </p>
      {notice && <Notice kind="good">{notice}</Notice>}
      {!isProven && (
        <FormCard
          action="/developers/account/address"
          formToken={formToken}
          title={messages.proveAddress}
          lead={messages.proveAddressLead}
          submit={messages.prove}
        >
          <Field name="code" label={messages.code} fault={faults.code} autocomplete="one-time-code" maxlength={40} />
        </FormCard>
      )}
      {!isProven && hasMail && (
        <FormCard
          action="/developers/account/address/mail"
          formToken={formToken}
          lead={messages.mailCodeLead}
          submit={messages.mailCode}
        />
      )}
      <FormCard
        action="/developers/account/password"
        formToken={formToken}
        title={messages.changePassword}
        lead={messages.changePasswordLead}
        submit={messages.changePassword}
      >
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <PasswordField name="current" label={messages.currentPassword} fault={faults.current} />
        <PasswordField name="next" label={messages.newPassword} fault={faults.next} rule={messages.passwordRule} />
      </FormCard>
    </Page>,
  );
}
