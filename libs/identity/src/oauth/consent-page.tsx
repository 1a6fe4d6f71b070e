import type { Scope } from '@app/kernel';
import type { Frame } from '../web/page.js';
import { FormToken, Page, renderPage } from '../web/page.js';
import { ScopeOption, SCOPES } from '../area/keys-page.js';

/** What an app asks of a person. */
export interface ConsentQuestion {
  readonly action: string;
  readonly formToken: string;
  readonly appName: string;
  /** Where the browser goes afterwards, whatever the answer. */
  readonly goesTo: string;
  readonly email: string;
  readonly scope: Scope;
  readonly offline: boolean;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly current: string;
}

/** The page on which a person lets an app in, or not. */
export function consentPage(frame: Frame, question: ConsentQuestion): string {
  const { words } = frame;
  const { appName, scope, workspaces } = question;
  return renderPage(
    <Page frame={frame} title={`${appName} ${words.consentTitle}`} narrow>
      <h1>{`${appName} ${words.consentTitle}`}</h1>
      <p class="lead">{words.consentUnverified}</p>
      <form class="card" method="post" action={question.action}>
        <FormToken value={question.formToken} />
        <h2>{words.consentAsks}</h2>
        <ul class="grants">
          <li>{words.consentReads}</li>
          {scope === 'read_write' && <li>{words.consentWrites}</li>}
          {question.offline && <li>{words.consentOffline}</li>}
        </ul>
        {scope === 'read_write' && (
          <fieldset>
            <legend>{words.consentNarrow}</legend>
            <div class="options">
              {SCOPES.toReversed().map((choice) => (
                <ScopeOption key={choice} words={words} scope={choice} checked={choice === 'read_write'} />
              ))}
            </div>
          </fieldset>
        )}
        {workspaces.length > 1 && (
          <div class="field">
            <label for="workspace">{words.workspace}</label>
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
              {words.workspace}: <b>{workspaces[0]!.name}</b>
              <br />
            </>
          )}
          {words.consentGoes} <b>{question.goesTo}</b>
        </p>
        <div class="row">
          <button type="submit" name="decision" value="allow">
            {words.allow}
          </button>
          <button class="second" type="submit" name="decision" value="deny">
            {words.deny}
          </button>
        </div>
      </form>
      <p class="after">
        {words.accountLead} {question.email}. {words.notYou}{' '}
        <a href={`/developers/sign-in?next=${encodeURIComponent(question.action)}`}>{words.signIn}</a>
      </p>
    </Page>,
  );
}
