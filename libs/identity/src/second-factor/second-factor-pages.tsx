import { encode } from 'uqr';
import { FormCard, PasswordField } from '../web/form-card.js';
import type { PageContext } from '../web/page.js';
import { Field, Notice, Page, renderPage } from '../web/page.js';
import { totpAddress } from './totp.js';
import type { SecondFactorState } from './second-factors.service.js';

interface CodeForm {
  readonly formToken: string;
  readonly pending: string;
  readonly next: string;
  readonly fault?: string;
}

export function codePage(context: PageContext, { formToken, pending, next, fault }: CodeForm): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.enterCode} narrow>
      <h1>{messages.enterCode}</h1>
      <p class="lead">{messages.enterCodeLead}</p>
      <FormCard action="/developers/sign-in/code" formToken={formToken} next={next} submit={messages.signIn} narrow>
        <input type="hidden" name="pending" value={pending} />
        <Field name="code" label={messages.code} fault={fault} autocomplete="one-time-code" maxlength={40} />
      </FormCard>
    </Page>,
  );
}

interface SettingUp {
  readonly email: string;
  readonly formToken: string;
  readonly secret: string;
  /** Sealed secret. The form submits it together with the first code. */
  readonly sealed: string;
  readonly fault?: string;
}

export function settingUpPage(context: PageContext, { email, formToken, secret, sealed, fault }: SettingUp): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.secondFactor} section="account" narrow>
      <h1>{messages.secondFactor}</h1>
      <p class="lead">{messages.secondFactorScan}</p>
      <FormCard
        action="/developers/account/second-factor/confirm"
        formToken={formToken}
        submit={messages.secondFactorTurnOn}
        narrow
      >
        <input type="hidden" name="enrolment" value={sealed} />
        <QrCode text={totpAddress(secret, email)} label={messages.secondFactorQr} />
        <p class="soft">{messages.secondFactorByHand}</p>
        <p>
          <code>{secret.replace(/.{4}(?!$)/g, '$& ')}</code>
        </p>
        <Field name="code" label={messages.code} fault={fault} autocomplete="one-time-code" maxlength={40} />
      </FormCard>
    </Page>,
  );
}

/** Renders the page that shows the recovery codes. No other page shows them. */
export function recoveryCodesPage(context: PageContext, codes: readonly string[], notice: string): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.recoveryCodes} section="account" narrow>
      <h1>{messages.recoveryCodes}</h1>
      <Notice kind="good">{notice}</Notice>
      <p class="lead">{messages.recoveryCodesLead}</p>
      <div class="card">
        <ul class="list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <p class="after">
        <a href="/developers/account">{messages.account}</a>
      </p>
    </Page>,
  );
}

interface CardProps {
  readonly context: PageContext;
  readonly formToken: string;
  readonly state: SecondFactorState;
  readonly fault?: string | undefined;
}

export function SecondFactorCard({ context: { messages }, formToken, state, fault }: CardProps) {
  const { isOn, recoveryCodesLeft } = state;
  const action = `/developers/account/second-factor/${isOn ? 'end' : 'start'}`;
  const lead = isOn ? `${messages.secondFactorIsOn} ${recoveryCodesLeft}.` : messages.secondFactorLead;
  return (
    <FormCard
      action={action}
      formToken={formToken}
      title={messages.secondFactor}
      lead={lead}
      submit={isOn ? messages.secondFactorTurnOff : messages.secondFactorSetUp}
      after={
        isOn && (
          <p class="soft">
            <button class="second small" type="submit" formaction="/developers/account/second-factor/codes">
              {messages.recoveryCodesRenew}
            </button>{' '}
            {messages.recoveryCodesRenewLead}
          </p>
        )
      }
    >
      <PasswordField name="factor_password" label={messages.currentPassword} fault={fault} />
      {isOn && <Field name="factor_code" label={messages.code} autocomplete="one-time-code" maxlength={40} />}
    </FormCard>
  );
}

const QUIET_ZONE = 4;

/** Renders a QR code. It is black on white in every color scheme, because not every scanner reads inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="220"
      height="220"
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
