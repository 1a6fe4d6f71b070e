import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Categories } from '@app/ledger';
import { answer, id, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { paging } from '../calls/arguments.js';
import { pageWithin } from '../calls/page.js';
import type { ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { idOf, pageOutput, texts } from './output.js';

/** The tree of categories. */
@Injectable()
export class CategoryTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_categories',
      title: 'Ver categorías',
      description:
        'Lists the categories of expenses and incomes, parents before children. Use it to find the id of a category by its name before ' +
        'searching, reporting, saving or budgeting by it. It has no amounts: for those use report_spending.',
      scopes: [['transactions:read']],
      input: {
        kind: z.enum(['expense', 'income', 'all']).default('all'),
        archived: z.boolean().default(false).describe('Whether archived ones are listed too.'),
        ...paging,
      },
      output: pageOutput(
        z.object({
          id: idOf('the category'),
          parentId: idOf('the category above').nullable(),
          kind: z.string().describe('expense or income.'),
          archived: z.boolean(),
          untrusted: texts('name'),
        }),
      ),
      read: async ({ kind, archived, ...page }, { caller }) => {
        const all = await this.categories.list(caller.workspaceId);
        const asked = all.filter(
          (one) => (kind === 'all' || one.kind === kind) && (archived || one.archivedAt === null),
        );
        return answer(
          pageWithin(
            'agents/categories',
            { kind, archived },
            page,
            asked,
            (one) => one.id,
            (one) =>
              answer(
                { id: id(one.id), parentId: id(one.parentId), kind: word(one.kind), archived: one.archivedAt !== null },
                untrusted({ name: one.name }),
              ),
          ),
        );
      },
    }),
  ];

  constructor(private readonly categories: Categories) {}
}
