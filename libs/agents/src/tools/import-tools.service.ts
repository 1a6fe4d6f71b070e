import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, readRequest } from '@app/kernel';
import type { ImportRowView, ImportView } from '@app/importing';
import { ImportCommitment, ImportNotFound, Imports, ListImportRowsRequest, visibleImport } from '@app/importing';
import { Accounts } from '@app/ledger';
import { effectsSentence } from '../acting/effects-sentence.js';
import type { Answer } from '../answers/answer.js';
import { answer, id, inOneText, instant, says, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { given, idArgument, paging } from '../calls/arguments.js';
import { pageOfList, pageWithin } from '../calls/page.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { reading, writing } from '../calls/tool.js';
import { importAnswer, importOutput, importRowAnswer, importRowOutput, ownCurrency } from './import-answer.js';
import { idOf, instantOf, nextCursorOutput, texts } from './output.js';

/** Statement imports: looked at, and committed. */
@Injectable()
export class ImportTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'get_import',
      title: 'Ver un estado de cuenta importado',
      description:
        'With importId: how a statement file was read, what is in doubt, and its rows in the order of the file. Without importId: the imports, ' +
        'latest first. Use it to check a draft before commit_import, or to see what an import entered. To correct a draft use ' +
        'import_statement; for the transactions that it made search_transactions with importId.',
      scopes: [['imports:read']],
      input: {
        importId: idArgument('the import').optional(),
        rowStatus: z
          .enum(['ready', 'error', 'duplicate', 'excluded'])
          .optional()
          .describe('Only rows that stand so; only with importId.'),
        ...paging,
      },
      output: {
        imports: z
          .array(
            z.object({
              id: idOf('the import'),
              accountId: idOf('its account'),
              status: z.string().describe('draft, committed or undone.'),
              rows: z.number().int(),
              createdAt: instantOf(),
              untrusted: texts('filename'),
            }),
          )
          .describe('Empty with importId.'),
        import: z.object(importOutput).nullable().describe('null without importId.'),
        items: z.array(importRowOutput).describe('The rows; empty without importId.'),
        nextCursor: nextCursorOutput,
      },
      read: ({ importId, rowStatus, ...page }, call) =>
        importId === undefined ? this.all(page, call) : this.one(importId, rowStatus, page, call),
    }),
    writing({
      name: 'commit_import',
      title: 'Registrar un estado de cuenta',
      description:
        'Enters the ready rows of a draft as transactions, all or none; duplicates and excluded rows are left out. Use it after ' +
        'import_statement and get_import, once the person agrees with what was read and with the reconciliation. undo takes it back.',
      scopes: [['imports:write']],
      destructive: false,
      bulk: true,
      input: {
        importId: idArgument('the draft'),
        skipErrors: z
          .boolean()
          .default(false)
          .describe('Whether rows in error are left out; else they refuse the commit.'),
      },
      output: { import: z.object(importOutput) },
      seen: async ({ importId }, { caller }) => [await this.imports.fingerprint(caller.workspaceId, known(importId))],
      act: async ({ importId, skipErrors }, call) => {
        const { text } = await this.commitment.commit(call.caller.workspaceId, known(importId), skipErrors);
        const committed = JSON.parse(text) as ImportView;
        return {
          result: answer({ import: await this.shown(committed, call) }),
          touched: [await this.imports.entriesState(call.caller.workspaceId, importId)],
          undo: {
            tool: word('undo'),
            arguments: answer({ importId: id(importId) }),
            how: says`Call undo with this importId: every transaction of the import goes to the trash.`,
          },
        };
      },
      summary: (_, effects) => inOneText([says`Se registraría el estado de cuenta.`, effectsSentence(effects)]),
    }),
  ];

  constructor(
    private readonly imports: Imports,
    private readonly commitment: ImportCommitment,
    private readonly accounts: Accounts,
  ) {}

  private async all(page: Page, { caller }: Call): Promise<Answer> {
    const found = await this.imports.list(caller.workspaceId);
    const { items, nextCursor } = pageWithin(
      'agents/imports',
      {},
      page,
      found,
      (one) => one.id,
      (one) =>
        answer(
          {
            id: id(one.id),
            accountId: id(one.accountId),
            status: word(one.status),
            rows: one.stats.total,
            createdAt: instant(one.createdAt),
          },
          untrusted({ filename: one.filename }),
        ),
    );
    return answer({ imports: items, import: null, items: [], nextCursor });
  }

  /** One import with a page of its rows. */
  async one(importId: string, status: string | undefined, page: Page, call: Call): Promise<Answer> {
    const { workspaceId } = call.caller;
    const found = JSON.parse((await this.imports.get(workspaceId, known(importId))).text) as ImportView;
    const own = ownCurrency((await this.accounts.get(workspaceId, found.accountId)).currency);
    const rows = await pageOfList(
      page.limit,
      async (most) => {
        const query = { ...given({ status, cursor: page.cursor }), limit: String(most) };
        const { text } = await this.imports.rows(
          workspaceId,
          importId,
          readRequest(ListImportRowsRequest, query, 'query'),
        );
        return JSON.parse(text) as { items: ImportRowView[]; nextCursor: string | null };
      },
      (items) => Promise.resolve(items.map((row) => importRowAnswer(row, own))),
    );
    return answer({ imports: [], import: importAnswer(visibleImport(found, call.caller), own), ...rows });
  }

  private async shown(found: ImportView, { caller }: Call): Promise<Answer> {
    const { currency } = await this.accounts.get(caller.workspaceId, found.accountId);
    return importAnswer(visibleImport(found, caller), ownCurrency(currency));
  }
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function known(importId: string): string {
  if (!isId(importId)) throw ImportNotFound(importId);
  return importId;
}
