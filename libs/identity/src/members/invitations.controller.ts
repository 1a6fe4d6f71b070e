import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Principal } from '@app/kernel';
import { Caller, Operation, operationsOn, Scoped } from '@app/kernel';
import { AlreadyMember, InvitationLimitReached, InvitationNotFound } from '../identity.problems.js';
import { messagesFor } from '../web/messages.js';
import { InvitationLetters } from './invitation-letters.service.js';
import { Invitations } from './invitations.service.js';
import { CreateInvitationRequest } from './member.request.js';
import { invitationView, InvitationView, NewInvitationView } from './member.view.js';

const example = { email: 'luis@example.com', role: 'editor' };
const pathIds = { id: InvitationNotFound };
const OnInvitation = operationsOn({ answer: InvitationView, pathIds, example });

@Scoped('members')
@Controller('v1/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly letters: InvitationLetters,
  ) {}

  @Operation({
    summary: 'Invite somebody',
    description:
      'The invitation is valid for 7 days, once, for this email address. It replaces an open invitation for the same ' +
      'address. If the service can send email, it also sends the URL, to at most 40 addresses an hour and five times an ' +
      'hour to the same address. Removing or demoting the inviting owner revokes the invitation.',
    answer: NewInvitationView,
    answersSecret: true,
    example: { ...example, url: 'https://centavo.example/invitations/Zm9sb3dUaGVXaGl0ZVJhYmJpdEFuZFRha2VUaGVQaWxs' },
    requestExample: example,
    role: 'owner',
    problems: [AlreadyMember, InvitationLimitReached],
  })
  @Post()
  async create(
    @Caller() caller: Principal,
    @Body() request: CreateInvitationRequest,
    @Req() { isDryRun }: Request,
  ): Promise<NewInvitationView> {
    const { invitation, url } = await this.invitations.create(caller.workspaceId, request, caller);
    if (!isDryRun) await this.letters.send(invitation, url, messagesFor('es-MX'));
    return { ...invitationView(invitation, { role: 'owner' }), url };
  }

  @Operation({
    summary: 'List open invitations',
    answer: [InvitationView],
    example: [example],
    role: 'owner',
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<InvitationView[]> {
    return (await this.invitations.list(caller.workspaceId)).map((invitation) => invitationView(invitation, caller));
  }

  @OnInvitation('Get an open invitation', { resource: true, role: 'owner' })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<InvitationView> {
    return invitationView(await this.invitations.get(caller.workspaceId, id), caller);
  }

  @OnInvitation('Revoke an invitation', { role: 'owner' })
  @Delete(':id')
  async revoke(@Caller() caller: Principal, @Param('id') id: string): Promise<InvitationView> {
    return invitationView(await this.invitations.revoke(caller.workspaceId, id), caller);
  }
}
