import type { PageContext, Section } from '../web/page.js';
import { FormToken, Page, renderPage } from '../web/page.js';

export interface Confirmation {
  readonly section: Section;
  readonly title: string;
  readonly what: string;
  readonly detail: string;
  readonly warning: string;
  readonly action: string;
  readonly formToken: string;
}

export function confirmPage(context: PageContext, confirmation: Confirmation): string {
  const { messages } = context;
  const { section, title, what, detail, warning, action, formToken } = confirmation;
  return renderPage(
    <Page context={context} title={title} section={section}>
      <h1>{title}</h1>
      <form class="card" method="post" action={action}>
        <FormToken value={formToken} />
        <p>
          <b>{what}</b> <code class="mask">{detail}</code>
        </p>
        <p>{warning}</p>
        <div class="row">
          <button class="danger" type="submit">
            {title}
          </button>
          <a class="button second" href={`/developers/${section}`}>
            {messages.cancel}
          </a>
        </div>
      </form>
    </Page>,
  );
}
