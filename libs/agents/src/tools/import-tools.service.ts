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

@Injectable()
export class ImportTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'get_import',
      title: 'Ver un estado de cuenta importado',
      description:
        'With importId: returns how a statement file was read, its warnings, and its rows in file order. Without importId: lists the imports, ' +
        'newest first. Use it to check a draft before commit_import, or to see the rows of a committed import. To correct a draft use ' +
        'import_statement; for the created transactions use search_transactions with importId.',
      scopes: [['imports:read']],
      input: {
        importId: idArgument('the import').optional(),
        rowStatus: z
          .enum(['ready', 'error', 'duplicate', 'excluded'])
          .optional()
          .describe('Only rows with this status. Only with importId.'),
        ...paging,
      },
      output: {
        imports: z
          .array(
            z.object({
              id: idOf('the import'),
              accountId: idOf('the account'),
              status: z.string().describe('draft, committed or undone.'),
              rows: z.number().int(),
              createdAt: instantOf(),
              untrusted: texts('filename'),
            }),
          )
          .describe('Imports, newest first; empty with importId.'),
        import: z.object(importOutput).nullable().describe('The import; null without importId.'),
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
        'Creates transactions from the ready rows of a draft, all or none; duplicates and excluded rows are skipped. Use it after ' +
        'import_statement and get_import, once the user agrees with the rows and the reconciliation. Call undo to reverse it.',
      scopes: [['imports:write']],
      destructive: false,
      bulk: true,
      input: {
        importId: idArgument('the draft'),
        skipErrors: z
          .boolean()
          .default(false)
          .describe('If true, rows with errors are skipped. If false, the commit fails.'),
        acceptUnproven: z
          .boolean()
          .default(false)
          .describe(
            'If true, commits although proof.status is unproven. Set it only after the user has seen proof.failing.',
          ),
        recordStatement: z
          .boolean()
          .default(false)
          .describe('If true, records cardStatement for the card. Only for accounts that are credit cards.'),
      },
      output: { import: z.object(importOutput) },
      seen: async ({ importId }, { caller }) => [await this.imports.fingerprint(caller.workspaceId, known(importId))],
      act: async ({ importId, ...options }, call) => {
        const { text } = await this.commitment.commit(call.caller.workspaceId, known(importId), options);
        const committed = JSON.parse(text) as ImportView;
        return {
          result: answer({ import: await this.shown(committed, call) }),
          touched: [await this.imports.entriesState(call.caller.workspaceId, importId)],
          undo: {
            tool: word('undo'),
            arguments: answer({ importId: id(importId) }),
            how: says`Call undo with this importId to move every transaction of the import to the trash.`,
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
    const imports = await this.imports.list(caller.workspaceId);
    const { items, nextCursor } = pageWithin(
      'agents/imports',
      {},
      page,
      imports,
      (view) => view.id,
      (view) =>
        answer(
          {
            id: id(view.id),
            accountId: id(view.accountId),
            status: word(view.status),
            rows: view.stats.total,
            createdAt: instant(view.createdAt),
          },
          untrusted({ filename: view.filename }),
        ),
    );
    return answer({ imports: items, import: null, items: [], nextCursor });
  }

  async one(importId: string, status: string | undefined, page: Page, call: Call): Promise<Answer> {
    const { workspaceId } = call.caller;
    const view = JSON.parse((await this.imports.get(workspaceId, known(importId))).text) as ImportView;
    const own = ownCurrency((await this.accounts.get(workspaceId, view.accountId)).currency);
    const rows = await pageOfList(
      page.limit,
      async (pageSize) => {
        const query = { ...given({ status, cursor: page.cursor }), limit: String(pageSize) };
        const { text } = await this.imports.rows(
          workspaceId,
          importId,
          readRequest(ListImportRowsRequest, query, 'query'),
        );
        return JSON.parse(text) as { items: ImportRowView[]; nextCursor: string | null };
      },
      (items) => Promise.resolve(items.map((row) => importRowAnswer(row, own))),
    );
    return answer({ imports: [], import: importAnswer(visibleImport(view, call.caller), own), ...rows });
  }

  private async shown(view: ImportView, { caller }: Call): Promise<Answer> {
    const { currency } = await this.accounts.get(caller.workspaceId, view.accountId);
    return importAnswer(visibleImport(view, caller), ownCurrency(currency));
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
