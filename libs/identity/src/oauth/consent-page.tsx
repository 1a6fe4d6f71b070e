import type { FineScope, Scope } from '@app/kernel/pure';
import { allowedBy, CHANGING_SCOPES, READING_SCOPES } from '@app/kernel/pure';
import type { Messages } from '../web/messages.js';
import type { PageContext } from '../web/page.js';
import { FormToken, Notice, Page, renderPage } from '../web/page.js';
import { ScopeBox } from '../web/scope.js';
import type { Duration } from './consent-duration.js';
import { DURATIONS } from './consent-duration.js';

export interface ConsentQuestion {
  readonly action: string;
  readonly formToken: string;
  readonly appName: string;
  /** Host that publishes the app's metadata; null for an app that registered itself. */
  readonly publishedAt: string | null;
  /** Redirect target after the user allows or denies access. */
  readonly goesTo: string;
  readonly email: string;
  readonly requested: readonly Scope[];
  readonly offline: boolean;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly current: string;
  /** True if the user submitted the form without any scope, which is neither consent nor denial. */
  readonly wasEmpty?: boolean;
}

export function consentPage(context: PageContext, question: ConsentQuestion): string {
  const { messages } = context;
  const { appName, requested, workspaces } = question;
  const allowed = allowedBy(requested);
  return renderPage(
    <Page context={context} title={`${appName} ${messages.consentTitle}`} narrow>
      <h1>{`${appName} ${messages.consentTitle}`}</h1>
      <p class="lead">
        {messages.consentUnverified}
        {question.publishedAt && (
          <>
            {' '}
            {messages.consentPublished} <b>{question.publishedAt}</b>.
          </>
        )}
      </p>
      {question.wasEmpty && <Notice kind="bad">{messages.consentNothing}</Notice>}
      {requested.length === 0 && <Notice kind="bad">{messages.consentUnknown}</Notice>}
      <form class="card" method="post" action={question.action}>
        <FormToken value={question.formToken} />
        <Choices messages={messages} title={messages.consentReads} scopes={among(READING_SCOPES, allowed)} />
        <Choices messages={messages} title={messages.consentWrites} scopes={among(CHANGING_SCOPES, allowed)} />
        {requested.length > 0 && (
          <p class="soft">
            {messages.consentChoose} {question.offline && messages.consentOffline}
          </p>
        )}
        {requested.length > 0 && <HowLong messages={messages} />}
        {requested.length > 0 && workspaces.length > 1 && (
          <div class="field">
            <label for="workspace">{messages.workspace}</label>
            <select id="workspace" name="workspace">
              {workspaces.map(({ id, name }) => (
                <option key={id} value={id} selected={id === question.current}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <p class="soft">
          {workspaces.length === 1 && (
            <>
              {messages.workspace}: <b>{workspaces[0]!.name}</b>
              <br />
            </>
          )}
          {messages.consentGoes} <b>{question.goesTo}</b>
        </p>
        <div class="row">
          {requested.length > 0 && (
            <button type="submit" name="decision" value="allow">
              {messages.allow}
            </button>
          )}
          <button class="second" type="submit" name="decision" value="deny">
            {requested.length > 0 ? messages.deny : messages.back}
          </button>
        </div>
      </form>
      <p class="after">
        {messages.accountLead} {question.email}. {messages.notYou}{' '}
        <a href={`/developers/sign-in?next=${encodeURIComponent(question.action)}`}>{messages.signIn}</a>
      </p>
    </Page>,
  );
}

const among = (scopes: readonly FineScope[], allowed: ReadonlySet<FineScope>) =>
  scopes.filter((scope) => allowed.has(scope));

function Choices({ messages, title, scopes }: { messages: Messages; title: string; scopes: readonly FineScope[] }) {
  if (scopes.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend>{title}</legend>
      {scopes.map((scope) => (
        <ScopeBox key={scope} messages={messages} scope={scope} checked />
      ))}
    </fieldset>
  );
}

function HowLong({ messages }: { messages: Messages }) {
  return (
    <fieldset class="choices">
      <legend>{messages.consentHowLong}</legend>
      {(Object.keys(DURATIONS) as Duration[]).map((duration) => (
        <label key={duration} class="check">
          <input type="radio" name="duration" value={duration} checked={duration === 'until'} required />
          <span>{messages.durations[duration]}</span>
        </label>
      ))}
    </fieldset>
  );
}
