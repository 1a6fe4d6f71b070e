import type { PageContext } from '@app/identity';
import { FormToken, Notice, Page, renderPage, When } from '@app/identity';
import { GONE } from '../deliveries/attempt.js';
import type { DeliveryView } from '../deliveries/delivery.view.js';
import { ACCESS_ENDED } from '../webhooks/disabled-reason.js';
import type { ShownWebhook } from '../webhooks/webhook.view.js';
import type { WebhookMessages } from './webhook-messages.js';
import { webhookMessages } from './webhook-messages.js';
import { StatusBadge, typesText } from './webhooks-page.js';

export interface WebhookPageView {
  readonly webhook: ShownWebhook;
  readonly deliveries: readonly DeliveryView[];
  readonly timeZone: string;
  readonly formToken: string;
  readonly notice?: string;
  readonly fault?: string;
}

export function webhookPage(context: PageContext, view: WebhookPageView): string {
  const { messages } = context;
  const { webhook, deliveries, timeZone } = view;
  const texts = webhookMessages(messages.language);
  return renderPage(
    <Page context={context} title={messages.webhooks} section="webhooks">
      <h1>{webhook.url}</h1>
      {view.notice && <Notice kind="good">{view.notice}</Notice>}
      {view.fault && <Notice kind="bad">{view.fault}</Notice>}
      {webhook.status === 'disabled' && <Notice kind="bad">{whyDisabled(webhook, texts)}</Notice>}
      <section class="card">
        <p>
          <StatusBadge status={webhook.status} texts={texts} /> {webhook.description}
        </p>
        <p class="facts">
          <code class="mask">{typesText(webhook, texts)}</code>
          {webhook.appName && <span>{`${texts.byApp}: ${webhook.appName}`}</span>}
          <span>
            {texts.secret}: <code class="mask">{`whsec_…${webhook.secretHint}`}</code>
          </span>
          <span>
            {texts.lastDelivered}: <When instant={webhook.lastDeliveredAt} messages={messages} timeZone={timeZone} />
          </span>
        </p>
        <Actions view={view} texts={texts} />
      </section>
      <section class="card">
        <h2>{texts.deliveries}</h2>
        {deliveries.length === 0 ? (
          <p class="soft">{texts.noDeliveries}</p>
        ) : (
          <ul class="list">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} context={context} view={view} />
            ))}
          </ul>
        )}
      </section>
      <a href="/developers/webhooks">{texts.back}</a>
    </Page>,
  );
}

function whyDisabled({ disabledReason }: ShownWebhook, texts: WebhookMessages): string {
  if (disabledReason === ACCESS_ENDED) return texts.accessEnded;
  return disabledReason === GONE ? texts.gone : texts.failedTooLong;
}

function Actions({ view: { webhook, formToken }, texts }: { view: WebhookPageView; texts: WebhookMessages }) {
  const base = `/developers/webhooks/${webhook.id}`;
  const isActive = webhook.status === 'active';
  return (
    <div class="row">
      <Act action={`${base}/test`} label={texts.test} formToken={formToken} />
      <Act
        action={`${base}/status`}
        label={isActive ? texts.pause : texts.resume}
        formToken={formToken}
        status={isActive ? 'paused' : 'active'}
        url={webhook.url}
      />
      <a class="button second small" href={`${base}/rotate`}>
        {texts.rotate}
      </a>
      <a class="button second small" href={`${base}/delete`}>
        {texts.remove}
      </a>
    </div>
  );
}

interface ActProps {
  readonly action: string;
  readonly label: string;
  readonly formToken: string;
  readonly status?: string;
  readonly url?: string;
}

function Act({ action, label, formToken, status, url }: ActProps) {
  return (
    <form method="post" action={action}>
      <FormToken value={formToken} />
      {status && <input type="hidden" name="status" value={status} />}
      {url && <input type="hidden" name="url" value={url} />}
      <button class="second small" type="submit">
        {label}
      </button>
    </form>
  );
}

interface DeliveryRowProps {
  readonly delivery: DeliveryView;
  readonly context: PageContext;
  readonly view: WebhookPageView;
}

function DeliveryRow({ delivery, context: { messages }, view }: DeliveryRowProps) {
  const { webhook, timeZone, formToken } = view;
  const texts = webhookMessages(messages.language);
  return (
    <li>
      <div class="what">
        <b>{delivery.eventType}</b>{' '}
        <span class={delivery.status === 'delivered' ? 'badge strong' : 'badge'}>{texts[delivery.status]}</span>
        {delivery.nextAttemptAt && (
          <p class="facts">
            {texts.next}: <When instant={delivery.nextAttemptAt} messages={messages} timeZone={timeZone} />
          </p>
        )}
        {delivery.attempts.length > 0 && (
          <details class="soft">
            <summary>{`${texts.attempts}: ${delivery.attempts.length}`}</summary>
            <ol>
              {delivery.attempts.map(({ at, status, durationMs, error }) => (
                <li key={at}>
                  <When instant={at} messages={messages} timeZone={timeZone} /> · {status ?? texts.noAnswer} ·{' '}
                  {`${durationMs} ms`} {error && <code lang="en">{error}</code>}
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      <Act
        action={`/developers/webhooks/${webhook.id}/deliveries/${delivery.id}/retry`}
        label={texts.retry}
        formToken={formToken}
      />
    </li>
  );
}
