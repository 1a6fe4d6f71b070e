import type { PageContext } from './page.js';
import { Page, renderPage } from './page.js';
import type { ErrorKey } from './messages.js';

export interface PageError {
  readonly key: ErrorKey;
  readonly seconds?: number;
  readonly requestId?: string;
}

export function errorPage(context: PageContext, { key, seconds, requestId }: PageError): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.errorTitle} narrow>
      <div class="card">
        <h1>{messages.errorTitle}</h1>
        <p role="alert">{messages.errors[key].replace('{seconds}', String(seconds ?? ''))}</p>
        {requestId && (
          <p class="soft">
            {messages.requestId}: <code>{requestId}</code>
          </p>
        )}
        <a class="button second" href="/developers">
          {messages.back}
        </a>
      </div>
    </Page>,
  );
}
