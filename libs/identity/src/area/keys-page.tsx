import type { ApiKeySummary } from '../keys/api-keys.service.js';
import type { Scope } from '@app/kernel';
import type { Frame } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage, When } from '../web/page.js';
import type { Words } from '../web/words.js';

export const SCOPES: readonly Scope[] = ['read_only', 'read_write'];

/** The keys of a workspace, and the form for another one. */
export interface KeysView {
  readonly keys: readonly ApiKeySummary[];
  readonly timeZone: string;
  readonly formToken: string;
  /** The id that the next key gets, so that sending the form again makes no second one. */
  readonly nextKeyId: string;
  readonly name?: string;
  readonly faults?: Readonly<Partial<Record<'name' | 'scope', string>>>;
  readonly notice?: string;
  readonly fault?: string;
}

export function keysPage(frame: Frame, view: KeysView): string {
  const { words } = frame;
  return renderPage(
    <Page frame={frame} title={words.keys} section="keys">
      <h1>{words.keys}</h1>
      <p class="lead">{words.keysLead}</p>
      {view.notice && <Notice kind="good">{view.notice}</Notice>}
      {view.fault && <Notice kind="bad">{view.fault}</Notice>}
      <section class="card">
        {view.keys.length === 0 ? (
          <p class="soft">{words.noKeys}</p>
        ) : (
          <ul class="list">
            {view.keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} words={words} timeZone={view.timeZone} />
            ))}
          </ul>
        )}
      </section>
      <NewKeyForm words={words} view={view} />
      <details class="card">
        <summary>{words.rotation}</summary>
        <ol>
          {words.rotationSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </Page>,
  );
}

function NewKeyForm({ words, view }: { words: Words; view: KeysView }) {
  const faults = view.faults ?? {};
  return (
    <form class="card" method="post" action="/developers/keys">
      <h2>{words.newKey}</h2>
      <FormToken value={view.formToken} />
      <input type="hidden" name="id" value={view.nextKeyId} />
      <Field
        name="name"
        label={words.keyName}
        hint={words.keyNameHint}
        value={view.name ?? ''}
        fault={faults.name}
        autocomplete="off"
        maxlength={120}
      />
      <fieldset>
        <legend>{words.scope}</legend>
        <div class="options">
          {SCOPES.map((scope) => (
            <ScopeOption key={scope} words={words} scope={scope} checked={scope === 'read_only'} />
          ))}
        </div>
        {faults.scope && <p class="fault">{faults.scope}</p>}
      </fieldset>
      <button type="submit">{words.create}</button>
    </form>
  );
}

/** One scope to choose, with what it means. */
export function ScopeOption({ words, scope, checked }: { words: Words; scope: Scope; checked: boolean }) {
  return (
    <label class="option">
      <input type="radio" name="scope" value={scope} checked={checked} required />
      <span>
        <b>{words[scope]}</b>
        <span>{words[`${scope}Means`]}</span>
      </span>
    </label>
  );
}

function KeyRow({ apiKey, words, timeZone }: { apiKey: ApiKeySummary; words: Words; timeZone: string }) {
  return (
    <li>
      <div class="what">
        <b>{apiKey.name}</b> <ScopeBadge words={words} scope={apiKey.scope} />
        <p class="facts">
          <code class="mask">{`svc_…${apiKey.lastFour}`}</code>
          <span>
            {words.created}: <When instant={apiKey.createdAt} words={words} timeZone={timeZone} />
          </span>
          <span>
            {words.lastUsed}: <When instant={apiKey.lastUsedAt} words={words} timeZone={timeZone} />
          </span>
        </p>
      </div>
      <a
        class="button second small"
        href={`/developers/keys/${apiKey.id}/revoke`}
        aria-label={`${words.revoke}: ${apiKey.name}`}
      >
        {words.revoke}
      </a>
    </li>
  );
}

export function ScopeBadge({ words, scope }: { words: Words; scope: Scope }) {
  return <span class={`badge ${scope === 'read_write' ? 'strong' : ''}`}>{words[scope]}</span>;
}

/** The one page that shows a key: at its creation. */
export function newKeyPage(frame: Frame, key: { name: string; scope: Scope; key: string }, baseUrl: string): string {
  const { words } = frame;
  const example = `curl ${baseUrl}/v1/workspace \\\n  -H 'Authorization: Bearer ${key.key}'`;
  return renderPage(
    <Page frame={frame} title={words.keyCreated} section="keys">
      <h1>{words.keyCreated}</h1>
      <Notice kind="good">{words.shownOnce}</Notice>
      <section class="card">
        <p>
          <b>{key.name}</b> <ScopeBadge words={words} scope={key.scope} />
        </p>
        <div class="secret">
          <code id="key" aria-label={words.keyValue}>
            {key.key}
          </code>
          <button class="small" type="button" data-copies="key" data-copied={words.copied} hidden>
            {words.copy}
          </button>
        </div>
        <h2>{words.tryIt}</h2>
        <pre tabIndex={0}>
          <code id="example">{example}</code>
        </pre>
        <div class="row">
          <a class="button" href="/developers/keys">
            {words.done}
          </a>
          <button class="second" type="button" data-copies="example" data-copied={words.copied} hidden>
            {`${words.copy} curl`}
          </button>
        </div>
      </section>
    </Page>,
  );
}
