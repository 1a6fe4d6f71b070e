import type { MemberRole } from '@app/kernel/pure';
import { MEMBER_ROLES } from '@app/kernel/pure';
import type { InvitationView, MemberView } from '../members/member.view.js';
import { EmailField, FormCard } from '../web/form-card.js';
import type { PageContext } from '../web/page.js';
import { Field, FormToken, Notice, Page, renderPage, When } from '../web/page.js';
import type { MemberMessages } from './member-messages.js';

export interface MembersPageView {
  readonly texts: MemberMessages;
  readonly role: MemberRole;
  readonly members: readonly MemberView[];
  /** Open invitations; only an owner sees them. */
  readonly invitations: readonly InvitationView[];
  readonly timeZone: string;
  readonly formToken: string;
  readonly email?: string;
  readonly faults?: Readonly<Partial<Record<'email' | 'name', string>>>;
  readonly notice?: string;
  readonly fault?: string;
}

type Part = { readonly context: PageContext; readonly view: MembersPageView };

export function membersPage(context: PageContext, view: MembersPageView): string {
  const { texts, role, members, formToken, notice, fault, faults = {} } = view;
  const self = members.find((member) => member.self);
  return renderPage(
    <Page context={context} title={context.messages.members} section="members">
      <h1>{context.messages.members}</h1>
      <p class="lead">{texts.lead}</p>
      {notice && <Notice kind="good">{notice}</Notice>}
      {fault && <Notice kind="bad">{fault}</Notice>}
      <section class="card">
        <ul class="list">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} context={context} view={view} />
          ))}
        </ul>
      </section>
      {self && (
        <FormCard action={`/developers/members/${self.id}`} formToken={formToken} submit={texts.save}>
          <Field
            name="name"
            label={texts.yourName}
            value={self.name}
            fault={faults.name}
            autocomplete="nickname"
            maxlength={120}
          />
        </FormCard>
      )}
      {role === 'owner' && <Invitations context={context} view={view} />}
      {role === 'owner' && (
        <FormCard
          action="/developers/members/invitations"
          formToken={formToken}
          title={texts.invite}
          lead={texts.inviteLead}
          submit={texts.send}
        >
          <EmailField messages={context.messages} value={view.email ?? ''} fault={faults.email} />
          <div class="field">
            <RoleChoice id="role" texts={texts} chosen="editor" />
          </div>
        </FormCard>
      )}
    </Page>,
  );
}

function MemberRow({ member, context, view }: Part & { member: MemberView }) {
  const { texts, role, timeZone, formToken } = view;
  const { id, name, email, self } = member;
  return (
    <li>
      <div class="what">
        <b>{name}</b> <span class="badge">{texts.roles[member.role]}</span> {self && <i>{`(${texts.you})`}</i>}
        <p class="facts">
          {email && <span>{email}</span>}
          <span>
            {texts.joined}: <When instant={member.joinedAt} messages={context.messages} timeZone={timeZone} />
          </span>
        </p>
      </div>
      {role === 'owner' && (
        <form class="choice" method="post" action={`/developers/members/${id}`}>
          <FormToken value={formToken} />
          <RoleChoice id={`role-${id}`} texts={texts} chosen={member.role} />
          <button class="small second" type="submit" aria-label={`${texts.changeRole}: ${name}`}>
            {texts.changeRole}
          </button>
        </form>
      )}
      {(self || role === 'owner') && (
        <a
          class="button second small"
          href={`/developers/members/${id}/remove`}
          aria-label={self ? texts.leave : `${texts.remove}: ${name}`}
        >
          {self ? texts.leave : texts.remove}
        </a>
      )}
    </li>
  );
}

function RoleChoice({ id, texts, chosen }: { id: string; texts: MemberMessages; chosen: MemberRole }) {
  return (
    <>
      <label for={id}>{texts.role}</label>
      <select id={id} name="role">
        {MEMBER_ROLES.map((role) => (
          <option key={role} value={role} selected={role === chosen}>
            {texts.roles[role]}
          </option>
        ))}
      </select>
    </>
  );
}

function Invitations({ context, view: { texts, invitations, timeZone, formToken } }: Part) {
  return (
    <section class="card">
      <h2>{texts.invitations}</h2>
      {invitations.length === 0 && <p class="soft">{texts.noInvitations}</p>}
      <ul class="list">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <div class="what">
              <b>{email}</b> <span class="badge">{texts.roles[role]}</span>
              <p class="facts">
                {texts.expires}: <When instant={expiresAt} messages={context.messages} timeZone={timeZone} />
              </p>
            </div>
            <form method="post" action={`/developers/members/invitations/${id}/revoke`}>
              <FormToken value={formToken} />
              <button class="small second" type="submit" aria-label={`${texts.revoke}: ${email}`}>
                {texts.revoke}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the page that shows the URL of a new invitation. No other page shows it. */
export function newInvitationPage(
  context: PageContext,
  texts: MemberMessages,
  invitation: { readonly email: string; readonly role: MemberRole; readonly url: string; readonly isMailed: boolean },
): string {
  const { messages } = context;
  return renderPage(
    <Page context={context} title={texts.newInvitation} section="members">
      <h1>{texts.newInvitation}</h1>
      <Notice kind="good">{`${texts.urlOnce}${invitation.isMailed ? ` ${texts.urlMailed}` : ''}`}</Notice>
      <section class="card">
        <p>
          <b>{invitation.email}</b> <span class="badge">{texts.roles[invitation.role]}</span>
        </p>
        <div class="secret">
          <code id="url" aria-label={texts.url}>
            {invitation.url}
          </code>
          <button class="small" type="button" data-copies="url" data-copied={messages.copied} hidden>
            {messages.copy}
          </button>
        </div>
        <a class="button" href="/developers/members">
          {texts.done}
        </a>
      </section>
    </Page>,
  );
}
