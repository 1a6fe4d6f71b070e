import type { ApiKeySummary } from '../keys/api-keys.service.js';
import type { CoarseScope, MemberRole } from '@app/kernel/pure';
import type { PageContext } from '../web/page.js';
import { FormCard } from '../web/form-card.js';
import { Field, FormToken, Notice, Page, renderPage, When } from '../web/page.js';
import type { Messages } from '../web/messages.js';
import { keyScopesOf, ScopeBadge, ScopeOption } from '../web/scope.js';

export interface KeysView {
  readonly keys: readonly ApiKeySummary[];
  readonly role: MemberRole;
  readonly timeZone: string;
  readonly formToken: string;
  /** Sealed ID of the key that the form creates (see `FormRecords`). */
  readonly record: string;
  readonly name?: string;
  readonly faults?: Readonly<Partial<Record<'name' | 'scope', string>>>;
  readonly notice?: string;
  readonly fault?: string;
}

export function keysPage(context: PageContext, view: KeysView): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.keys} section="keys">
      <h1>{messages.keys}</h1>
      <p class="lead">{messages.keysLead}</p>
      {view.notice && <Notice kind="good">{view.notice}</Notice>}
      {view.fault && <Notice kind="bad">{view.fault}</Notice>}
      <section class="card">
        {view.keys.length === 0 ? (
          <p class="soft">{messages.noKeys}</p>
        ) : (
          <ul class="list">
            {view.keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} messages={messages} timeZone={view.timeZone} />
            ))}
          </ul>
        )}
      </section>
      <NewKeyForm messages={messages} view={view} />
      <FormCard
        action="/developers/demo-workspace"
        formToken={view.formToken}
        title={messages.demoWorkspace}
        lead={messages.demoWorkspaceLead}
        submit={messages.makeDemoWorkspace}
      />
      <details class="card">
        <summary>{messages.rotation}</summary>
        <ol>
          {messages.rotationSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </Page>,
  );
}

function NewKeyForm({ messages, view }: { messages: Messages; view: KeysView }) {
  const faults = view.faults ?? {};
  return (
    <form class="card" method="post" action="/developers/keys">
      <h2>{messages.newKey}</h2>
      <FormToken value={view.formToken} />
      <input type="hidden" name="record" value={view.record} />
      <Field
        name="name"
        label={messages.keyName}
        hint={messages.keyNameHint}
        value={view.name ?? ''}
        fault={faults.name}
        autocomplete="off"
        maxlength={120}
      />
      <fieldset>
        <legend>{messages.scope}</legend>
        <div class="options">
          {keyScopesOf(view.role).map((scope) => (
            <ScopeOption key={scope} messages={messages} scope={scope} checked={scope === 'read_only'} />
          ))}
        </div>
        {faults.scope && <p class="fault">{faults.scope}</p>}
      </fieldset>
      <button type="submit">{messages.create}</button>
    </form>
  );
}

function KeyRow({ apiKey, messages, timeZone }: { apiKey: ApiKeySummary; messages: Messages; timeZone: string }) {
  return (
    <li>
      <div class="what">
        <b>{apiKey.name}</b> <ScopeBadge messages={messages} scope={apiKey.scope} />
        <p class="facts">
          <code class="mask">{`svc_…${apiKey.lastFour}`}</code>
          <span>
            {messages.created}: <When instant={apiKey.createdAt} messages={messages} timeZone={timeZone} />
          </span>
          <span>
            {messages.lastUsed}: <When instant={apiKey.lastUsedAt} messages={messages} timeZone={timeZone} />
          </span>
        </p>
      </div>
      <a
        class="button second small"
        href={`/developers/requests?key=${apiKey.id}`}
        aria-label={`${messages.requests}: ${apiKey.name}`}
      >
        {messages.requests}
      </a>
      <a
        class="button second small"
        href={`/developers/keys/${apiKey.id}/revoke`}
        aria-label={`${messages.revoke}: ${apiKey.name}`}
      >
        {messages.revoke}
      </a>
    </li>
  );
}

/** Renders the page that shows a new key. No other page shows the key. */
export function newKeyPage(
  context: PageContext,
  key: { name: string; scope: CoarseScope; key: string },
  baseUrl: string,
): string {
  const { messages } = context;
  const example = `curl ${baseUrl}/v1/workspace \\\n  -H 'Authorization: Bearer ${key.key}'`;
  return renderPage(
    <Page context={context} title={messages.keyCreated} section="keys">
      <h1>{messages.keyCreated}</h1>
      <Notice kind="good">{messages.shownOnce}</Notice>
      <section class="card">
        <p>
          <b>{key.name}</b> <ScopeBadge messages={messages} scope={key.scope} />
        </p>
        <div class="secret">
          <code id="key" aria-label={messages.keyValue}>
            {key.key}
          </code>
          <button class="small" type="button" data-copies="key" data-copied={messages.copied} hidden>
            {messages.copy}
          </button>
        </div>
        <h2>{messages.tryIt}</h2>
        <pre tabIndex={0}>
          <code id="example">{example}</code>
        </pre>
        <div class="row">
          <a class="button" href="/developers/keys">
            {messages.done}
          </a>
          <button class="second" type="button" data-opens="/docs" data-gives="key" hidden>
            {messages.openExplorer}
          </button>
          <button class="second" type="button" data-copies="example" data-copied={messages.copied} hidden>
            {`${messages.copy} curl`}
          </button>
        </div>
      </section>
    </Page>,
  );
}
