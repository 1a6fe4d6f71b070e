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

@Injectable()
export class CategoryTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_categories',
      title: 'Ver categorías',
      description:
        'Lists the categories of expenses and income, parents before children. Use it to find the ID of a category by name before ' +
        'searching, reporting, saving or budgeting by category. It returns no amounts; for those use report_spending.',
      scopes: [['transactions:read']],
      input: {
        kind: z.enum(['expense', 'income', 'all']).default('all'),
        archived: z.boolean().default(false).describe('If true, includes archived categories.'),
        ...paging,
      },
      output: pageOutput(
        z.object({
          id: idOf('the category'),
          parentId: idOf('the parent category').nullable(),
          kind: z.string().describe('expense or income.'),
          archived: z.boolean(),
          untrusted: texts('name'),
        }),
      ),
      read: async ({ kind, archived, ...page }, { caller }) => {
        const all = await this.categories.list(caller.workspaceId);
        const listed = all.filter(
          (category) => (kind === 'all' || category.kind === kind) && (archived || category.archivedAt === null),
        );
        return answer(
          pageWithin(
            'agents/categories',
            { kind, archived },
            page,
            listed,
            (category) => category.id,
            (category) =>
              answer(
                {
                  id: id(category.id),
                  parentId: id(category.parentId),
                  kind: word(category.kind),
                  archived: category.archivedAt !== null,
                },
                untrusted({ name: category.name }),
              ),
          ),
        );
      },
    }),
  ];

  constructor(private readonly categories: Categories) {}
}
