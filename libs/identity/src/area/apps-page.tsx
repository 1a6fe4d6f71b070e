import type { Grant } from '../grants/grant.entity.js';
import type { PageContext } from '../web/page.js';
import { Notice, Page, renderPage, When } from '../web/page.js';
import { scopeSummary } from '../web/scope.js';

export interface AppsView {
  readonly grants: readonly Grant[];
  /** Webhook URLs by grant ID. */
  readonly webhookUrls: ReadonlyMap<string, readonly string[]>;
  readonly timeZone: string;
  readonly notice?: string;
  readonly fault?: string;
}

export function appsPage(context: PageContext, { grants, webhookUrls, timeZone, notice, fault }: AppsView): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={messages.apps} section="apps">
      <h1>{messages.apps}</h1>
      <p class="lead">{messages.appsLead}</p>
      {notice && <Notice kind="good">{notice}</Notice>}
      {fault && <Notice kind="bad">{fault}</Notice>}
      <section class="card">
        {grants.length === 0 ? (
          <p class="soft">{messages.noApps}</p>
        ) : (
          <ul class="list">
            {grants.map(({ id, clientName, scope, createdAt, lastUsedAt, expiresAt }) => (
              <li key={id}>
                <div class="what">
                  <b>{clientName}</b>
                  <p class="facts">{scopeSummary(messages, scope)}</p>
                  {webhookUrls.get(id)?.map((url) => (
                    <p class="facts" key={url}>{`${messages.appWebhook}: ${url}`}</p>
                  ))}
                  <p class="facts">
                    <span>
                      {messages.connected}: <When instant={createdAt} messages={messages} timeZone={timeZone} />
                    </span>
                    <span>
                      {messages.lastUsed}: <When instant={lastUsedAt} messages={messages} timeZone={timeZone} />
                    </span>
                    {expiresAt && (
                      <span>
                        {messages.ends}: <When instant={expiresAt} messages={messages} timeZone={timeZone} />
                      </span>
                    )}
                  </p>
                </div>
                <a
                  class="button second small"
                  href={`/developers/apps/${id}/revoke`}
                  aria-label={`${messages.endApp}: ${clientName}`}
                >
                  {messages.endApp}
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Page>,
  );
}
