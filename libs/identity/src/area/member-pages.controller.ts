import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, MEMBER_ROLES, Problem, text, TIME_ZONE } from '@app/kernel';
import { AlreadyMember, InvitationLimitReached, LastOwner } from '../identity.problems.js';
import { InvitationLetters } from '../members/invitation-letters.service.js';
import { Invitations } from '../members/invitations.service.js';
import type { EditMemberRequest } from '../members/member.request.js';
import { invitedAddress } from '../members/member.request.js';
import { invitationView, memberView } from '../members/member.view.js';
import { Members } from '../members/members.service.js';
import { namedIn } from '../web/form.js';
import { messagesFor } from '../web/messages.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Owner } from '../web/page-sessions.service.js';
import { memberOf, PageSessions } from '../web/page-sessions.service.js';
import { confirmPage } from './confirm-page.js';
import { memberMessages } from './member-messages.js';
import type { MembersPageView } from './members-page.js';
import { membersPage, newInvitationPage } from './members-page.js';

const ADDRESS = invitedAddress();
const NAME = text(1, 120);

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/members')
export class MemberPagesController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly members: Members,
    private readonly invitations: Invitations,
    private readonly letters: InvitationLetters,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const { saved, removed, revoked, welcome, gone, lastOwner } = memberMessages(owner.language);
    const outcomes: Readonly<Record<string, Partial<MembersPageView>>> = {
      ...{ saved: { notice: saved }, removed: { notice: removed }, revoked: { notice: revoked } },
      ...{ joined: { notice: welcome }, gone: { fault: gone }, 'last-owner': { fault: lastOwner } },
    };
    return this.show(owner, request, response, namedIn(outcomes, request.query['done']) ?? {});
  }

  /** Redirects a browser that reloads the page of a form. */
  @Get('invitations')
  invitationForm(@Res() response: Response): void {
    response.redirect(303, '/developers/members');
  }

  @Post('invitations')
  async invite(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const member = memberOf(owner, 'owner');
    const texts = memberMessages(owner.language);
    const address = ADDRESS.normalise!(fields.get('email') ?? '') as string;
    const role = MEMBER_ROLES.find((known) => known === fields.get('role'));
    const again = (more: Partial<MembersPageView>) =>
      this.show(owner, request, response.status(400), { email: address, ...more });
    if (role === undefined) throw new PageRefusal(400, 'form-expired');
    if (!ADDRESS.check(address)) return again({ faults: { email: texts.badEmail } });
    try {
      const { invitation, url } = await this.pageSessions.runAudited(owner, request, () =>
        this.invitations.create(member.workspaceId, { email: address, role }, member),
      );
      const isMailed = await this.letters.send(invitation, url, messagesFor(owner.language));
      const created = { email: invitation.email, role, url, isMailed };
      return sendPage(response, newInvitationPage(this.pageSessions.context(owner, request), texts, created));
    } catch (error) {
      if (isProblem(error, AlreadyMember)) return again({ faults: { email: texts.already } });
      if (isProblem(error, InvitationLimitReached)) return again({ fault: texts.tooMany });
      throw error;
    }
  }

  @Post('invitations/:id/revoke')
  async revoke(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const { workspaceId } = memberOf(owner, 'owner');
    return this.act(owner, request, response, 'revoked', () => this.invitations.revoke(workspaceId, known(id)));
  }

  @Post(':id')
  async edit(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const role = MEMBER_ROLES.find((one) => one === fields.get('role'));
    const actor = memberOf(owner, role === undefined && isSelf(owner, id) ? 'viewer' : 'owner');
    const edit = (change: EditMemberRequest) =>
      this.act(owner, request, response, 'saved', () => this.members.edit(actor.workspaceId, known(id), change, actor));
    if (role !== undefined) return edit({ role });
    const name = NAME.normalise!(fields.get('name') ?? '') as string;
    if (!NAME.check(name))
      return this.show(owner, request, response.status(400), {
        faults: { name: memberMessages(owner.language).badName },
      });
    return edit({ name });
  }

  @Get(':id/remove')
  async confirm(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const { workspaceId, role } = memberOf(owner, isSelf(owner, id) ? 'viewer' : 'owner');
    const texts = memberMessages(owner.language);
    const member = await this.members.get(workspaceId, known(id));
    const confirmation = {
      section: 'members' as const,
      title: isSelf(owner, id) ? texts.leave : texts.removeTitle,
      what: member.name,
      detail: texts.roles[isSelf(owner, id) ? role : member.role],
      warning: isSelf(owner, id) ? texts.leaveWarning : texts.removeWarning,
      action: `/developers/members/${id}/remove`,
      formToken: owner.formToken,
    };
    return sendPage(response, confirmPage(this.pageSessions.context(owner, request), confirmation));
  }

  @Post(':id/remove')
  async remove(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const actor = memberOf(owner, isSelf(owner, id) ? 'viewer' : 'owner');
    return this.act(owner, request, response, 'removed', () =>
      this.members.remove(actor.workspaceId, known(id), actor),
    );
  }

  private async act(
    owner: Owner,
    request: Request,
    response: Response,
    done: string,
    work: () => Promise<object>,
  ): Promise<void> {
    try {
      await this.pageSessions.runAudited(owner, request, work);
    } catch (error) {
      if (!(error instanceof Problem) || (error.type.status !== 404 && !isProblem(error, LastOwner))) throw error;
      const outcome = isProblem(error, LastOwner) ? 'last-owner' : 'gone';
      return response.redirect(303, `/developers/members?done=${outcome}`);
    }
    return response.redirect(303, `/developers/members?done=${done}`);
  }

  private async show(
    owner: Owner,
    request: Request,
    response: Response,
    more: Partial<MembersPageView>,
  ): Promise<void> {
    const { member, formToken } = owner;
    const [members, invitations] = await Promise.all([
      member === null ? [] : this.members.list(member.workspaceId),
      member?.role === 'owner' ? this.invitations.list(member.workspaceId) : [],
    ]);
    const caller = { role: member?.role ?? ('viewer' as const), memberId: member?.memberId ?? null };
    const view = {
      ...{ texts: memberMessages(owner.language), role: caller.role, timeZone: TIME_ZONE, formToken },
      members: members.map((one) => memberView(one, caller)),
      invitations: invitations.map((invitation) => invitationView(invitation, caller)),
      ...more,
    };
    sendPage(response, membersPage(this.pageSessions.context(owner, request), view));
  }
}

function isSelf({ member }: Owner, id: string): boolean {
  return member?.memberId === id;
}

function isProblem(error: unknown, { code }: { readonly code: string }): boolean {
  return error instanceof Problem && error.type.code === code;
}

function known(id: string): string {
  if (!isId(id)) throw new PageRefusal(404, 'not-found');
  return id;
}
