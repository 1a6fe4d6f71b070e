import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database, isId, Problem, readRequest } from '@app/kernel';
import type { ImportView } from '@app/importing';
import {
  CreateImportRequest,
  DraftRows,
  Drafts,
  EditImportRequest,
  EditImportRowRequest,
  givenOptions,
  ImportNotFound,
  ImportRowNotFound,
  uploadedName,
  visibleImport,
} from '@app/importing';
import { Accounts } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer } from '../answers/answer.js';
import { amountArgument, argumentInvalid, dayArgument, given, idArgument } from '../calls/arguments.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { drafting } from '../calls/tool.js';
import { importAnswer, importOutput, importRowAnswer, importRowOutput, ownCurrency } from './import-answer.js';

/** How many rows one call corrects, and how many it shows. */
const MAX_ROWS = 50;
const ROWS_SHOWN = 20;
/** What a message has room for beside a file. */
const MAX_FILE_CHARACTERS = 1_000_000;

const column = z.number().int().min(0).max(16_383).nullish();
const mapping = z
  .strictObject({
    date: column,
    description: column,
    amount: column.describe('One column with signed amounts; or debit and credit.'),
    debit: column,
    credit: column,
    direction: column,
    balance: column,
    reference: column,
    currency: column,
    category: column,
    notes: column,
    externalId: column,
    dateFormat: z.string().max(40).nullish().describe('Such as dd/MM/yyyy.'),
    year: z.number().int().min(1900).max(2200).nullish().describe('Year of dates that name none.'),
    decimalSeparator: z.enum(['.', ',']).nullish(),
    invertSign: z.boolean().optional().describe('Whether a positive amount is an expense.'),
  })
  .describe('Columns by their index from 0, where they were taken for something else.');
const rowInput = z.strictObject({
  index: z.number().int().min(0).describe('Which row, as get_import tells it.'),
  date: dayArgument('The right day,').optional(),
  description: z.string().max(500).optional(),
  amount: amountArgument('Positive.').optional(),
  type: z.enum(['expense', 'income']).optional(),
  categoryId: idArgument('the category; null for none').nullish(),
  excluded: z.boolean().optional().describe('true leaves the row out.'),
  includeDuplicate: z.boolean().optional().describe('true takes it although the account has it already.'),
});

type Row = z.infer<typeof rowInput>;

/** Statement files read into drafts, and drafts corrected. Nothing counts before commit_import. */
@Injectable()
export class StatementTools implements ToolGroup {
  readonly tools = [
    drafting({
      name: 'import_statement',
      title: 'Leer o corregir un estado de cuenta',
      description:
        'Reads a statement file of a bank into a draft, which changes nothing until commit_import. For a new one give accountId, filename and ' +
        'either text or base64 (CSV, XLSX, XLS, HTML, OFX, QIF, CAMT.053; columns are found). To correct a draft give importId with mapping ' +
        'or rows. Use it only for files of banks; single movements go to save_transactions.',
      scopes: [['imports:write']],
      input: {
        importId: idArgument('the draft to correct').optional(),
        accountId: idArgument('the account that the statement is of; of a draft: another account').optional(),
        filename: z.string().min(1).max(255).optional(),
        text: z.string().max(MAX_FILE_CHARACTERS).optional().describe('What the file holds, where it is text.'),
        base64: z.string().max(MAX_FILE_CHARACTERS).optional().describe('What the file holds, for any format.'),
        mapping: mapping.optional(),
        encoding: z.string().max(40).optional().describe('Such as windows-1252; only for base64.'),
        delimiter: z.string().max(1).optional(),
        rows: z.array(rowInput).max(MAX_ROWS).optional().describe('Corrections of single rows of the draft.'),
      },
      output: {
        import: z.object(importOutput),
        rows: z.array(importRowOutput).describe(`The first ${ROWS_SHOWN} rows; get_import has all.`),
      },
      draft: async ({ importId, filename, text, base64, rows = [], accountId, ...options }, call) => {
        const read = given({ accountId, ...options });
        if (importId !== undefined) {
          refuseFile({ filename, text, base64 });
          return this.shown(await this.corrected(importId, read, rows, call), call);
        }
        const file = { name: uploadedName(filename ?? ''), bytes: bytesOf(filename, text, base64) };
        if (rows.length > 0) throw argumentInvalid('rows', 'corrects a draft: give its importId');
        const request = readRequest(CreateImportRequest, read, 'body');
        const reader = { workspaceId: call.caller.workspaceId, clientGone: call.gone };
        const made = await this.drafts.create(reader, request.accountId, file, givenOptions(request));
        return this.shown(made.text, call);
      },
    }),
  ];

  constructor(
    private readonly database: Database,
    private readonly drafts: Drafts,
    private readonly draftRows: DraftRows,
    private readonly accounts: Accounts,
  ) {}

  /** Reads the draft again if the call asks for it, and then corrects rows: all of it, or nothing. */
  private corrected(importId: string, read: object, rows: readonly Row[], call: Call): Promise<string> {
    const { workspaceId } = call.caller;
    if (!isId(importId)) throw ImportNotFound(importId);
    const request = readRequest(EditImportRequest, read, 'body');
    const isRead = Object.keys(read).length > 0;
    if (rows.length === 0 && !isRead) throw argumentInvalid('rows', 'or mapping, to correct the draft by');
    return this.database.joinedTransaction(workspaceId, {}, async () => {
      let text = '';
      if (isRead) {
        const reader = { workspaceId, clientGone: call.gone };
        text = (await this.drafts.edit(reader, importId, request.accountId, givenOptions(request))).text;
      }
      for (const [at, { index, ...fields }] of rows.entries()) {
        text = await ofRow(at, async () => {
          const edit = readRequest(EditImportRowRequest, given(fields), 'body');
          return (await this.draftRows.edit(workspaceId, importId, String(index), edit)).text;
        });
      }
      return text;
    });
  }

  private async shown(text: string, { caller }: Call): Promise<Answer> {
    const { rows, ...found } = JSON.parse(text) as ImportView;
    const own = ownCurrency((await this.accounts.get(caller.workspaceId, found.accountId)).currency);
    return answer({
      import: importAnswer(visibleImport(found, caller), own),
      rows: rows.slice(0, ROWS_SHOWN).map((row) => importRowAnswer(row, own)),
    });
  }
}

/** The bytes of a file that is given as text or in base64. */
function bytesOf(filename?: string, text?: string, base64?: string): Buffer {
  if (filename === undefined) throw argumentInvalid('filename', 'is required for a new draft');
  if ((text === undefined) === (base64 === undefined))
    throw argumentInvalid('text', 'or base64 has to be given, and not both');
  if (text !== undefined) return Buffer.from(text, 'utf8');
  const packed = base64!.replaceAll(/\s/g, '');
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== packed.replace(/=+$/, '')) {
    throw argumentInvalid('base64', 'must be base64 (RFC 4648 section 4)');
  }
  return bytes;
}

/** A draft keeps its file: another one is another draft. */
function refuseFile(file: {
  filename?: string | undefined;
  text?: string | undefined;
  base64?: string | undefined;
}): void {
  const [name] = Object.entries(file).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) throw argumentInvalid(name, 'is not taken with importId: a draft keeps its file');
}

/** Corrects a row. What is wrong with it is told by the argument that it was given in. */
async function ofRow(at: number, correct: () => Promise<string>): Promise<string> {
  try {
    return await correct();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { type, detail, extras } = error;
    const unknown = [{ pointer: '#/index', code: 'VALUE_INVALID' as const, detail: type.meaning }];
    const wrong = type === ImportRowNotFound ? unknown : (extras.errors ?? []);
    const errors = wrong.map((one) => ({ ...one, pointer: (one.pointer ?? '#').replace('#', `#/rows/${at}`) }));
    throw new Problem(type, detail, { ...extras, errors });
  }
}
