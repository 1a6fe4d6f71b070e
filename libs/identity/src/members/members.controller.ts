import { Body, Controller, Delete, Get, Param, Patch, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Principal } from '@app/kernel';
import { Caller, Operation, operationsOn, refuseBelow, Scoped } from '@app/kernel';
import { LastOwner, MemberNotFound } from '../identity.problems.js';
import { EditMemberRequest } from './member.request.js';
import { memberView, MemberView } from './member.view.js';
import { Members } from './members.service.js';

const example = { name: 'Sofía', email: 'sofia@example.com', role: 'editor', self: false };
const OnMember = operationsOn({ answer: MemberView, pathIds: { id: MemberNotFound }, example });

@Scoped('members')
@Controller('v1/members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Operation({
    summary: 'List members',
    collection: { makes: ['memberId'] },
    description: 'Returns the current members, sorted by the time at which they joined.',
    answer: [MemberView],
    example: [example],
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<MemberView[]> {
    return (await this.members.list(caller.workspaceId)).map((member) => memberView(member, caller));
  }

  @OnMember('Get a member', { resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<MemberView> {
    return memberView(await this.members.get(caller.workspaceId, id), caller);
  }

  @OnMember('Change the role or the name of a member', {
    description:
      'A new role applies to the next request of every key and app of the member. Members may change their own name, ' +
      'but only owners can change roles.',
    requestExample: { role: 'viewer' },
    role: 'owner',
    onOneself: true,
    problems: [LastOwner],
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditMemberRequest,
    @Req() { isDryRun }: Request,
  ): Promise<MemberView> {
    if (request.role !== undefined && !isDryRun) refuseBelow(caller, 'owner', ['members:write']);
    return memberView(await this.members.edit(caller.workspaceId, id, request, caller), caller);
  }

  @OnMember('Remove a member or leave the workspace', {
    description:
      'The keys and apps of the member stop working with their next request, and do not work again if the member ' +
      'returns. Everything that the member created remains. Members can remove themselves.',
    role: 'owner',
    onOneself: true,
    problems: [LastOwner],
  })
  @Delete(':id')
  async remove(@Caller() caller: Principal, @Param('id') id: string): Promise<MemberView> {
    return memberView(await this.members.remove(caller.workspaceId, id, caller), caller);
  }
}
