import type { PageContext } from '@app/identity';
import { Field, FormToken, Notice, Page, renderPage, When } from '@app/identity';
import type { ShownWebhook, WebhookView } from '../webhooks/webhook.view.js';
import type { WebhookMessages } from './webhook-messages.js';
import { webhookMessages } from './webhook-messages.js';

export interface WebhookEntry {
  readonly url: string;
  readonly types: string;
  readonly description: string;
}

export interface WebhooksPageView {
  readonly webhooks: readonly ShownWebhook[];
  readonly timeZone: string;
  readonly formToken: string;
  /** Encrypted ID that the new webhook gets when the owner submits the form. */
  readonly record: string;
  /** The setting `WEBHOOK_NETWORK`. */
  readonly network: 'public' | 'any';
  readonly entry?: WebhookEntry;
  readonly faults?: Readonly<Partial<Record<keyof WebhookEntry, string>>>;
  readonly notice?: string;
  readonly fault?: string;
}

export function webhooksPage(context: PageContext, view: WebhooksPageView): string {
  const { messages } = context;
  const texts = webhookMessages(messages.language);
  return renderPage(
    <Page context={context} title={messages.webhooks} section="webhooks">
      <h1>{messages.webhooks}</h1>
      <p class="lead">{texts.lead}</p>
      {view.notice && <Notice kind="good">{view.notice}</Notice>}
      {view.fault && <Notice kind="bad">{view.fault}</Notice>}
      <section class="card">
        {view.webhooks.length === 0 ? (
          <p class="soft">{texts.none}</p>
        ) : (
          <ul class="list">
            {view.webhooks.map((webhook) => (
              <li key={webhook.id}>
                <div class="what">
                  <b>{webhook.url}</b> <StatusBadge status={webhook.status} texts={texts} />
                  {webhook.description && <p class="soft">{webhook.description}</p>}
                  <p class="facts">
                    <code class="mask">{typesText(webhook, texts)}</code>
                    {webhook.appName && <span>{`${texts.byApp}: ${webhook.appName}`}</span>}
                    <span>
                      {texts.lastDelivered}:{' '}
                      <When instant={webhook.lastDeliveredAt} messages={messages} timeZone={view.timeZone} />
                    </span>
                  </p>
                </div>
                <a
                  class="button second small"
                  href={`/developers/webhooks/${webhook.id}`}
                  aria-label={`${texts.details}: ${webhook.url}`}
                >
                  {texts.details}
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      <NewWebhookForm texts={texts} view={view} />
    </Page>,
  );
}

function NewWebhookForm({ texts, view }: { texts: WebhookMessages; view: WebhooksPageView }) {
  const { entry = { url: '', types: '*', description: '' }, faults = {} } = view;
  return (
    <form class="card" method="post" action="/developers/webhooks">
      <h2>{texts.newOne}</h2>
      <FormToken value={view.formToken} />
      <input type="hidden" name="record" value={view.record} />
      <Field
        name="url"
        label={texts.url}
        hint={view.network === 'any' ? texts.anyUrlHint : texts.urlHint}
        value={entry.url}
        fault={faults.url}
        autocomplete="off"
        maxlength={2_048}
      />
      <Field
        name="types"
        label={texts.types}
        hint={texts.typesHint}
        value={entry.types}
        fault={faults.types}
        autocomplete="off"
      />
      <Field
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        value={entry.description}
        fault={faults.description}
        autocomplete="off"
        maxlength={500}
        optional
      />
      <button type="submit">{texts.create}</button>
    </form>
  );
}

export function StatusBadge({ status, texts }: { status: WebhookView['status']; texts: WebhookMessages }) {
  return <span class={status === 'active' ? 'badge strong' : 'badge'}>{texts[status]}</span>;
}

export function typesText({ types }: WebhookView, texts: WebhookMessages): string {
  return types[0] === '*' ? texts.all : types.join(', ');
}

/** Renders the page after a webhook is created or its secret is rotated. No other page shows the secret. */
export function secretPage(context: PageContext, webhook: WebhookView, secret: string): string {
  const texts = webhookMessages(context.messages.language);
  return renderPage(
    <Page context={context} title={texts.secretTitle} section="webhooks">
      <h1>{texts.secretTitle}</h1>
      <Notice kind="good">{texts.shownOnce}</Notice>
      <section class="card">
        <p>
          <b>{webhook.url}</b>
        </p>
        <div class="secret">
          <code id="secret" aria-label={texts.secretValue}>
            {secret}
          </code>
          <button class="small" type="button" data-copies="secret" data-copied={texts.copied} hidden>
            {texts.copy}
          </button>
        </div>
        <a class="button" href={`/developers/webhooks/${webhook.id}`}>
          {texts.done}
        </a>
      </section>
    </Page>,
  );
}
