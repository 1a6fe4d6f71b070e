import type { Grant } from '../grants/grants.service.js';
import type { Frame } from '../web/page.js';
import { Notice, Page, renderPage, When } from '../web/page.js';
import { ScopeBadge } from './keys-page.js';

/** The apps that have access to a workspace. */
export interface AppsView {
  readonly grants: readonly Grant[];
  readonly timeZone: string;
  readonly notice?: string;
  readonly fault?: string;
}

export function appsPage(frame: Frame, { grants, timeZone, notice, fault }: AppsView): string {
  const { words } = frame;
  return renderPage(
    <Page frame={frame} title={words.apps} section="apps">
      <h1>{words.apps}</h1>
      <p class="lead">{words.appsLead}</p>
      {notice && <Notice kind="good">{notice}</Notice>}
      {fault && <Notice kind="bad">{fault}</Notice>}
      <section class="card">
        {grants.length === 0 ? (
          <p class="soft">{words.noApps}</p>
        ) : (
          <ul class="list">
            {grants.map(({ id, clientName, scope, createdAt, lastUsedAt }) => (
              <li key={id}>
                <div class="what">
                  <b>{clientName}</b> <ScopeBadge words={words} scope={scope} />
                  <p class="facts">
                    <span>
                      {words.connected}: <When instant={createdAt} words={words} timeZone={timeZone} />
                    </span>
                    <span>
                      {words.lastUsed}: <When instant={lastUsedAt} words={words} timeZone={timeZone} />
                    </span>
                  </p>
                </div>
                <a
                  class="button second small"
                  href={`/developers/apps/${id}/revoke`}
                  aria-label={`${words.endApp}: ${clientName}`}
                >
                  {words.endApp}
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Page>,
  );
}
