import type { MemberRole } from '@app/kernel/pure';
import { FormCard } from '../web/form-card.js';
import type { PageContext } from '../web/page.js';
import { Page, renderPage } from '../web/page.js';
import type { MemberMessages } from './member-messages.js';
import { withNext } from './sign-in-page.js';

export interface InvitationQuestion {
  readonly texts: MemberMessages;
  readonly path: string;
  readonly workspaceName: string;
  readonly role: MemberRole;
  readonly formToken: string;
  readonly isSignedIn: boolean;
}

export function invitationPage(context: PageContext, question: InvitationQuestion): string {
  const { messages } = context;
  const { texts, path, workspaceName, role, formToken, isSignedIn } = question;
  const title = `${texts.invited} ${workspaceName}`;
  return renderPage(
    <Page context={context} title={title} narrow>
      <h1>{title}</h1>
      <p class="lead">
        {texts.invitedAs} <b>{texts.roles[role]}</b>
      </p>
      {isSignedIn ? (
        <FormCard action={`${path}/accept`} formToken={formToken} submit={texts.accept} narrow />
      ) : (
        <section class="card">
          <p>{texts.acceptFirst}</p>
          <div class="row">
            <a class="button" href={withNext('/developers/sign-in', path)}>
              {messages.signIn}
            </a>
            <a class="button second" href={withNext('/developers/sign-up', path)}>
              {messages.signUp}
            </a>
          </div>
        </section>
      )}
    </Page>,
  );
}
