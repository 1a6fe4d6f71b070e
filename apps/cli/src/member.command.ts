import type { Command } from 'commander';
import { Option } from 'commander';
import { invitedAddress, Invitations, Members } from '@app/identity';
import type { MemberRole } from '@app/kernel';
import { MEMBER_ROLES } from '@app/kernel';
import { answer, table } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { idValue, valueOf } from './option-value.js';

/** The command line acts as an owner who is not a member. */
const OPERATOR = { memberId: null, role: 'owner' } as const;

interface InviteOptions {
  readonly workspace: string;
  readonly email: string;
  readonly role: MemberRole;
}

export function memberCommand(): Command {
  const group = commandGroup('member', 'members of a workspace and invitations');
  group
    .command('list')
    .description('list the members of a workspace')
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .action(async ({ workspace }: { workspace: string }, command: Command) => {
      const members = await withApplication((app) => app.get(Members).list(workspace), workspace);
      const listed = members.map(({ id, name, email: address, role, joinedAt }) => ({
        ...{ id, name, email: address ?? null, role },
        joinedAt: joinedAt.toISOString(),
      }));
      const rows = listed.map((member) => [member.id, member.role, member.joinedAt, member.email ?? '', member.name]);
      answer(command, listed, table([['ID', 'ROLE', 'JOINED', 'EMAIL', 'NAME'], ...rows]));
    });
  group
    .command('invite')
    .description('invite an email address and print the URL, which is not shown again; sends no email')
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .requiredOption('--email <address>', 'email of the invited person', valueOf(invitedAddress()))
    .addOption(new Option('--role <role>', 'role of the member').choices(MEMBER_ROLES).default('editor'))
    .action(async ({ workspace, ...request }: InviteOptions, command: Command) => {
      const { invitation, url } = await withApplication(
        (app) => app.get(Invitations).create(workspace, request, OPERATOR),
        workspace,
      );
      const { id, email: address, role, expiresAt } = invitation;
      const invited = { id, email: address, role, expiresAt: expiresAt.toISOString(), url };
      answer(command, invited, [`id       ${id}`, `email    ${address}`, `role     ${role}`, `url      ${url}`]);
    });
  group
    .command('remove')
    .description('remove a member; their keys and apps stop working with their next request')
    .argument('<id>', 'ID of the member', idValue)
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .action(async (id: string, { workspace }: { workspace: string }, command: Command) => {
      await withApplication((app) => app.get(Members).remove(workspace, id, OPERATOR), workspace);
      answer(command, { id, removed: true }, [`removed ${id}`]);
    });
  return group;
}
