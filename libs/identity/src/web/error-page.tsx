import type { Frame } from './page.js';
import { Page, renderPage } from './page.js';
import type { ErrorWord } from './words.js';

/** What went wrong, in one sentence, and the way back. */
export interface PageError {
  readonly word: ErrorWord;
  readonly seconds?: number;
  readonly requestId?: string;
}

/** The page of an error. */
export function errorPage(frame: Frame, { word, seconds, requestId }: PageError): string {
  const { words } = frame;
  return renderPage(
    <Page frame={frame} title={words.errorTitle} narrow>
      <div class="card">
        <h1>{words.errorTitle}</h1>
        <p role="alert">{words.errors[word].replace('{seconds}', String(seconds ?? ''))}</p>
        {requestId && (
          <p class="soft">
            {words.requestId}: <code>{requestId}</code>
          </p>
        )}
        <a class="button second" href="/developers">
          {words.back}
        </a>
      </div>
    </Page>,
  );
}
