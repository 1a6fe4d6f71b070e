import type { Scope } from '@app/kernel';
import type { PageContext } from '../web/page.js';
import { FormToken, Page, renderPage } from '../web/page.js';
import { ScopeOption, SCOPES } from '../web/scope.js';

/** What the consent page shows. */
export interface ConsentQuestion {
  readonly action: string;
  readonly formToken: string;
  readonly appName: string;
  /** Where the browser goes after either answer. */
  readonly goesTo: string;
  readonly email: string;
  readonly scope: Scope;
  readonly offline: boolean;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly current: string;
}

/** The page on which a person allows an app access, or denies it. */
export function consentPage(context: PageContext, question: ConsentQuestion): string {
  const { messages } = context;
  const { appName, scope, workspaces } = question;
  return renderPage(
    <Page context={context} title={`${appName} ${messages.consentTitle}`} narrow>
      <h1>{`${appName} ${messages.consentTitle}`}</h1>
      <p class="lead">{messages.consentUnverified}</p>
      <form class="card" method="post" action={question.action}>
        <FormToken value={question.formToken} />
        <h2>{messages.consentAsks}</h2>
        <ul class="grants">
          <li>{messages.consentReads}</li>
          {scope === 'read_write' && <li>{messages.consentWrites}</li>}
          {question.offline && <li>{messages.consentOffline}</li>}
        </ul>
        {scope === 'read_write' && (
          <fieldset>
            <legend>{messages.consentNarrow}</legend>
            <div class="options">
              {SCOPES.toReversed().map((choice) => (
                <ScopeOption key={choice} messages={messages} scope={choice} checked={choice === 'read_write'} />
              ))}
            </div>
          </fieldset>
        )}
        {workspaces.length > 1 && (
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
          <button type="submit" name="decision" value="allow">
            {messages.allow}
          </button>
          <button class="second" type="submit" name="decision" value="deny">
            {messages.deny}
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
