import { FormCard, PasswordField } from '../web/form-card.js';
import type { ListedSession } from '../sessions/web-sessions.service.js';
import type { News } from './access.service.js';
import { SecondFactorCard } from '../second-factor/second-factor-pages.js';
import type { SecondFactorState } from '../second-factor/second-factors.service.js';
import type { Messages } from '../web/messages.js';
import type { PageContext } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage, When } from '../web/page.js';

export interface AccountView {
  readonly email: string;
  readonly isProven: boolean;
  readonly hasMail: boolean;
  readonly formToken: string;
  readonly faults?: Readonly<Partial<Record<'current' | 'next' | 'code' | 'factor', string>>>;
  readonly notice?: string;
  readonly sessions: readonly ListedSession[];
  readonly news: readonly News[];
  readonly timeZone: string;
  /** State of the second factor; null if the user has none and the service does not offer it. */
  readonly secondFactor: SecondFactorState | null;
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
        <label class="check">
          <input type="checkbox" name="end_access" value="yes" /> {messages.endAccess}
        </label>
      </FormCard>
      {view.secondFactor && (
        <SecondFactorCard context={context} formToken={formToken} state={view.secondFactor} fault={faults.factor} />
      )}
      <SessionList messages={messages} view={view} />
      {view.news.length > 0 && <NewsList messages={messages} view={view} />}
    </Page>,
  );
}

interface PartProps {
  readonly messages: Messages;
  readonly view: AccountView;
}

function SessionList({ messages, view: { sessions, formToken, timeZone } }: PartProps) {
  return (
    <section class="card">
      <h2>{messages.sessions}</h2>
      <p class="soft">{messages.sessionsLead}</p>
      <ul class="list">
        {sessions.map(({ id, deviceName, address, createdAt, lastSeenAt, isThisOne }) => (
          <li key={id}>
            <div class="what">
              <b>{deviceName || messages.unknownDevice}</b>{' '}
              {isThisOne && <span class="badge strong">{messages.thisSession}</span>}
              <p class="facts">
                <span>{address}</span>
                <span>
                  {messages.begun}: <When instant={createdAt} messages={messages} timeZone={timeZone} />
                </span>
                <span>
                  {messages.lastSeen}: <When instant={lastSeenAt} messages={messages} timeZone={timeZone} />
                </span>
              </p>
            </div>
            {!isThisOne && <EndSession id={id} label={messages.endSession} formToken={formToken} />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <EndSession id="others" label={messages.endOtherSessions} formToken={formToken} />}
    </section>
  );
}

function EndSession({ id, label, formToken }: { id: string; label: string; formToken: string }) {
  return (
    <form method="post" action={`/developers/account/sessions/${id}/end`}>
      <FormToken value={formToken} />
      <button class="second small" type="submit">
        {label}
      </button>
    </form>
  );
}

function NewsList({ messages, view: { news, timeZone } }: PartProps) {
  const titles: Readonly<Record<News['kind'], string>> = {
    key: messages.newKeyMade,
    device: messages.newDevice,
    password: messages.newPasswordSet,
    'factor-on': messages.factorTurnedOn,
    'factor-off': messages.factorTurnedOff,
    codes: messages.codesRenewed,
    refused: messages.signInsRefused,
  };
  return (
    <section class="card">
      <h2>{messages.news}</h2>
      <p class="soft">{messages.newsLead}</p>
      <ul class="list">
        {news.map(({ kind, name, at }) => (
          <li key={`${kind} ${at}`}>
            <div class="what">
              <b>{titles[kind]}</b> {name || (kind === 'device' && messages.unknownDevice)}
              <p class="facts">
                <When instant={at} messages={messages} timeZone={timeZone} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
