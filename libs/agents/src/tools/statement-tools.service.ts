import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { RequestTransactions, isId, Problem, readRequest } from '@app/kernel';
import type { ImportView, ReadingCaller } from '@app/importing';
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

const MAX_ROWS = 50;
const ROWS_SHOWN = 20;
/** Maximum characters of a file. Leaves room for the rest of the message. */
const MAX_FILE_CHARACTERS = 1_000_000;

const column = z.number().int().min(0).max(16_383).nullish();
const mapping = z
  .strictObject({
    date: column,
    description: column,
    amount: column.describe('Column with signed amounts. Otherwise give debit and credit.'),
    debit: column,
    credit: column,
    direction: column,
    balance: column,
    reference: column,
    currency: column,
    category: column,
    notes: column,
    externalId: column,
    dateFormat: z.string().max(40).nullish().describe('Date format, such as dd/MM/yyyy.'),
    year: z.number().int().min(1900).max(2200).nullish().describe('Year of dates without a year.'),
    decimalSeparator: z.enum(['.', ',']).nullish(),
    invertSign: z.boolean().optional().describe('If true, positive amounts are expenses.'),
  })
  .describe('Corrected columns, counted from 0.');
const rowInput = z.strictObject({
  index: z.number().int().min(0).describe('Index of the row, counted from 0, from get_import.'),
  date: dayArgument('Corrected date.').optional(),
  description: z.string().max(500).optional(),
  amount: amountArgument('Positive amount.').optional(),
  type: z.enum(['expense', 'income']).optional(),
  categoryId: idArgument('the category; null to remove the category').nullish(),
  excluded: z.boolean().optional().describe('If true, skips the row.'),
  includeDuplicate: z
    .boolean()
    .optional()
    .describe('If true, creates the transaction even if the account already has it.'),
});

type Row = z.infer<typeof rowInput>;

@Injectable()
export class StatementTools implements ToolGroup {
  readonly tools = [
    drafting({
      name: 'import_statement',
      title: 'Leer o corregir un estado de cuenta',
      description:
        'Reads a bank statement file into a draft, which has no effect until commit_import. For a new draft give accountId, filename and ' +
        'either text or base64 (PDF, CSV, XLSX, XLS, HTML, OFX, QIF, CAMT.053; columns are detected). To correct a draft give importId with ' +
        'mapping or rows. Use it only for bank files; for individual transactions use save_transactions.',
      scopes: [['imports:write']],
      input: {
        importId: idArgument('the draft to correct').optional(),
        accountId: idArgument(
          'the account of the statement; with importId, moves the draft to this account',
        ).optional(),
        filename: z.string().min(1).max(255).optional(),
        text: z.string().max(MAX_FILE_CHARACTERS).optional().describe('Contents of a text file.'),
        base64: z.string().max(MAX_FILE_CHARACTERS).optional().describe('Contents of a file of any format.'),
        mapping: mapping.optional(),
        encoding: z.string().max(40).optional().describe('Character encoding, such as windows-1252. Only with base64.'),
        delimiter: z.string().max(1).optional(),
        section: z.string().max(40).optional().describe('ID of the account in a PDF with several accounts.'),
        password: z.string().min(1).max(128).optional().describe('Password of an encrypted PDF. Never stored.'),
        rows: z.array(rowInput).max(MAX_ROWS).optional().describe('Corrections of individual rows of the draft.'),
      },
      output: {
        import: z.object(importOutput),
        rows: z.array(importRowOutput).describe(`The first ${ROWS_SHOWN} rows; get_import returns all.`),
      },
      draft: async ({ importId, filename, text, base64, rows = [], accountId, ...options }, call) => {
        const fields = given({ accountId, ...options });
        if (importId !== undefined) {
          refuseFile({ filename, text, base64 });
          return this.shown(await this.corrected(importId, fields, rows, call), call);
        }
        const file = { name: uploadedName(filename ?? ''), bytes: bytesOf(filename, text, base64) };
        if (rows.length > 0) throw argumentInvalid('rows', 'is only for correcting a draft; give its importId too');
        const request = readRequest(CreateImportRequest, fields, 'body');
        const reader = readerOf(call, request.password);
        const draft = await this.drafts.create(reader, request.accountId, file, givenOptions(request));
        return this.shown(draft.text, call);
      },
    }),
  ];

  constructor(
    private readonly transactions: RequestTransactions,
    private readonly drafts: Drafts,
    private readonly draftRows: DraftRows,
    private readonly accounts: Accounts,
  ) {}

  /** Reads the draft again if requested, and then corrects all rows or none. */
  private corrected(importId: string, fields: object, rows: readonly Row[], call: Call): Promise<string> {
    const { workspaceId } = call.caller;
    if (!isId(importId)) throw ImportNotFound(importId);
    const request = readRequest(EditImportRequest, fields, 'body');
    const rereads = Object.keys(fields).length > 0;
    if (rows.length === 0 && !rereads) throw argumentInvalid('rows', 'or mapping is required to correct the draft');
    return this.transactions.join(workspaceId, {}, async () => {
      let text = '';
      if (rereads) {
        const reader = readerOf(call, request.password);
        text = (await this.drafts.edit(reader, importId, request.accountId, givenOptions(request))).text;
      }
      for (const [at, { index, ...corrections }] of rows.entries()) {
        text = await ofRow(at, async () => {
          const edit = readRequest(EditImportRowRequest, given(corrections), 'body');
          return (await this.draftRows.edit(workspaceId, importId, String(index), edit)).text;
        });
      }
      return text;
    });
  }

  private async shown(text: string, { caller }: Call): Promise<Answer> {
    const { rows, ...view } = JSON.parse(text) as ImportView;
    const own = ownCurrency((await this.accounts.get(caller.workspaceId, view.accountId)).currency);
    return answer({
      import: importAnswer(visibleImport(view, caller), own),
      rows: rows.slice(0, ROWS_SHOWN).map((row) => importRowAnswer(row, own)),
    });
  }
}

function readerOf({ caller, gone }: Call, password: string | undefined): ReadingCaller {
  return { workspaceId: caller.workspaceId, clientGone: gone, ...(password !== undefined && { password }) };
}

function bytesOf(filename?: string, text?: string, base64?: string): Buffer {
  if (filename === undefined) throw argumentInvalid('filename', 'is required for a new draft');
  if ((text === undefined) === (base64 === undefined))
    throw argumentInvalid('text', 'or base64 is required, but not both');
  if (text !== undefined) return Buffer.from(text, 'utf8');
  const packed = base64!.replaceAll(/\s/g, '');
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== packed.replace(/=+$/, '')) {
    throw argumentInvalid('base64', 'must be base64 (RFC 4648 section 4)');
  }
  return bytes;
}

/** Rejects a request with a file, because the file of a draft cannot be replaced. */
function refuseFile(file: {
  filename?: string | undefined;
  text?: string | undefined;
  base64?: string | undefined;
}): void {
  const [name] = Object.entries(file).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    throw argumentInvalid(name, 'is not allowed with importId; the file of a draft cannot be replaced');
}

/** Makes the validation errors of a correction point to the row in the arguments. */
async function ofRow(at: number, correct: () => Promise<string>): Promise<string> {
  try {
    return await correct();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { type, detail, extras } = error;
    const unknownRow = [{ pointer: '#/index', code: 'VALUE_INVALID' as const, detail: type.meaning }];
    const rowErrors = type === ImportRowNotFound ? unknownRow : (extras.errors ?? []);
    const errors = rowErrors.map((rowError) => ({
      ...rowError,
      pointer: (rowError.pointer ?? '#').replace('#', `#/rows/${at}`),
    }));
    throw new Problem(type, detail, { ...extras, errors });
  }
}
