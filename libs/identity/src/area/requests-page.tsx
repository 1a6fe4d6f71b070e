import type { ApiKeySummary } from '../keys/api-keys.service.js';
import type { ListedRequest, RequestFilter } from '../requests/logged-request.query.js';
import type { Messages } from '../web/messages.js';
import type { PageContext } from '../web/page.js';
import { Page, renderPage, When } from '../web/page.js';

export interface RequestsView {
  readonly keys: readonly ApiKeySummary[];
  readonly filter: RequestFilter;
  readonly requests: readonly ListedRequest[];
  readonly hasOlder: boolean;
  readonly timeZone: string;
}

export function requestsPage(context: PageContext, view: RequestsView): string {
  const { messages } = context;
  const { filter, requests } = view;
  return renderPage(
    <Page context={context} title={messages.requests} section="requests">
      <h1>{messages.requests}</h1>
      <p class="lead">{messages.requestsLead}</p>
      <SearchForm messages={messages} view={view} />
      <section class="card">
        {requests.length === 0 ? (
          <p class="soft">{filter.requestId === null ? messages.noRequests : messages.requestUnknown}</p>
        ) : (
          <ul class="list">
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} messages={messages} timeZone={view.timeZone} />
            ))}
          </ul>
        )}
      </section>
      {view.hasOlder && (
        <a class="button second" href={olderThan(requests.at(-1)!.id, filter)}>
          {messages.older}
        </a>
      )}
    </Page>,
  );
}

function SearchForm({ messages, view: { keys, filter } }: { messages: Messages; view: RequestsView }) {
  return (
    <form class="card" method="get" action="/developers/requests">
      <div class="field">
        <label for="request_id">{messages.requestIdLabel}</label>
        <input
          type="text"
          id="request_id"
          name="request_id"
          value={filter.requestId ?? ''}
          maxlength={128}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="request_id-hint"
        />
        <p class="hint" id="request_id-hint">
          {messages.requestIdHint}
        </p>
      </div>
      <div class="field">
        <label for="key">{messages.keyValue}</label>
        <select id="key" name="key">
          <option value="">{messages.allKeys}</option>
          {keys.map(({ id, name, lastFour }) => (
            <option key={id} value={id} selected={id === filter.keyId}>
              {`${name} (svc_…${lastFour})`}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">{messages.search}</button>
    </form>
  );
}

function RequestRow({ request, messages, timeZone }: { request: ListedRequest; messages: Messages; timeZone: string }) {
  const { status, path } = request;
  return (
    <li>
      <div class="what">
        <code>{request.method}</code> {path === null ? <i>{messages.noOperation}</i> : <code>{path}</code>}
        <p class="facts">
          <When instant={request.at} messages={messages} timeZone={timeZone} withSeconds />
          <span>{request.key_name}</span>
          <code class="mask">{request.request_id}</code>
        </p>
      </div>
      <span class={status !== null && status < 400 ? 'badge strong' : 'badge bad'}>{status ?? messages.aborted}</span>
    </li>
  );
}

function olderThan(id: string, { keyId, requestId }: RequestFilter): string {
  const query = new URLSearchParams({
    ...(keyId !== null && { key: keyId }),
    ...(requestId !== null && { request_id: requestId }),
    before: id,
  });
  return `/developers/requests?${query.toString()}`;
}
