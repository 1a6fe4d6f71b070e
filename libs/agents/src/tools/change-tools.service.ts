import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, READING_SCOPES, readRequest } from '@app/kernel';
import { AuditLog, AuditLogRequest } from '@app/identity';
import { answer, id, instant, operation, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { given, paging } from '../calls/arguments.js';
import { pageOfList } from '../calls/page.js';
import type { ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { AccountFigures } from './account-figures.service.js';
import { brokenAssertionsOutput, idOf, instantOf, pageOutput, texts } from './output.js';

@Injectable()
export class ChangeTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_changes',
      title: 'Ver quién cambió qué',
      description:
        'Returns the audit log, newest first: which key, app, user or tool changed what and when. Use it to find out who did ' +
        'something, or what you did earlier. It lists the changed fields, never their values; for those use get_transaction or another tool. ' +
        'Also lists balances that differ from the bank, which a change may have caused.',
      scopes: [READING_SCOPES],
      input: {
        resourceId: z.string().max(120).optional().describe('Only changes to the resource with this ID.'),
        ...paging,
      },
      output: {
        ...pageOutput(
          z.object({
            id: idOf('the entry'),
            at: instantOf(),
            action: z
              .string()
              .nullable()
              .describe('Method and path, with the tool name if an agent acted, or the command.'),
            actorKind: z.string().describe('api_key, oauth_grant, person or command_line.'),
            actorId: z.string().nullable(),
            resourceId: z
              .string()
              .nullable()
              .describe(
                'ID of the changed resource; null if the change affects several resources, or a resource that has a name instead of an ID.',
              ),
            fields: z.array(z.string()),
            untrusted: texts('name of the actor, ID of the request, and the name of a resource without an ID'),
          }),
        ),
        brokenAssertions: brokenAssertionsOutput,
      },
      read: async ({ resourceId, limit, cursor }, { caller }) => {
        const page = await pageOfList(
          limit,
          (pageSize) => {
            const query = { ...given({ resourceId, cursor }), limit: String(pageSize) };
            return this.log.page(caller.workspaceId, readRequest(AuditLogRequest, query, 'query'));
          },
          async (entries) =>
            entries.map((entry) =>
              answer(
                {
                  id: id(entry.id),
                  at: instant(entry.at),
                  action: operation(entry.action),
                  actorKind: word(entry.actor.kind),
                  actorId: id(entry.actor.id),
                  resourceId: isId(entry.resourceId) ? id(entry.resourceId) : null,
                  fields: entry.fields.filter((field) => /^[a-zA-Z]{1,40}$/.test(field)).map((field) => word(field)),
                },
                untrusted({
                  actor: entry.actor.name,
                  requestId: entry.requestId,
                  ...(isId(entry.resourceId) ? {} : { resource: entry.resourceId }),
                }),
              ),
            ),
        );
        return answer({ ...page, brokenAssertions: await this.accounts.brokenAssertions(caller.workspaceId) });
      },
    }),
  ];

  constructor(
    private readonly log: AuditLog,
    private readonly accounts: AccountFigures,
  ) {}
}
