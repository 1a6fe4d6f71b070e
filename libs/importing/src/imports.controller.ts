import { Body, Controller, Delete, Get, Param, Patch, Post, Query, UploadedFile } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import {
  AmountOutOfRange,
  Caller,
  ClientGone,
  covers,
  CursorInvalid,
  JsonText,
  Operation,
  ReferenceNotFound,
  Scoped,
} from '@app/kernel';
import { AccountNotActive, CategoryLimitReached, TagLimitReached } from '@app/ledger';
import {
  ImportHasErrors,
  ImportNotCommitted,
  ImportNotDraft,
  ImportNotFound,
  ImportRowNotFound,
  DraftQuotaExceeded,
  ImportPasswordRequired,
  ImportsBusy,
  ImportSectionRequired,
  ImportUnproven,
  ImportUnreadable,
} from './importing.problems.js';
import { DraftRows } from './drafts/draft-rows.service.js';
import type { ReadingCaller } from './statements/statement-reader.service.js';
import { Drafts } from './drafts/drafts.service.js';
import { givenOptions } from './imports/given-options.js';
import {
  CommitImportRequest,
  CreateImportRequest,
  EditImportRequest,
  EditImportRowRequest,
  ListImportRowsRequest,
} from './imports/import.request.js';
import { ImportSummaryView, ImportView, READS_BALANCES, visibleImport } from './imports/import.view.js';
import { ImportRowPageView } from './rows/import-row.view.js';
import { ImportCommitment } from './commitment/import-commitment.service.js';
import { Imports } from './imports/imports.service.js';
import { StatementBody } from './uploads/statement-upload.interceptor.js';
import { uploadedName } from './uploads/uploaded-name.js';

const pathIds = { id: ImportNotFound };

@Scoped('imports')
@Controller('v1/imports')
export class ImportsController {
  constructor(
    private readonly imports: Imports,
    private readonly drafts: Drafts,
    private readonly draftRows: DraftRows,
    private readonly commitment: ImportCommitment,
  ) {}

  @Operation({
    summary: 'List imports, newest first',
    description: 'Returns drafts, committed imports and undone imports, each with its row counts by status.',
    answer: [ImportSummaryView],
  })
  @Get()
  list(@Caller() caller: Principal): Promise<ImportSummaryView[]> {
    return this.imports.list(caller.workspaceId);
  }

  @Operation({
    summary: 'Read a statement file into a draft',
    description:
      'Detects the encoding, delimiter, header, columns, date format and decimal separator. Options in the request take precedence. ' +
      'A PDF is checked against its printed totals and balances; see `proof`.',
    answer: ImportView,
    multipart: true,
    dryRun: false,
    problems: [
      ...[ReferenceNotFound, AccountNotActive, ImportUnreadable, ImportPasswordRequired, ImportSectionRequired],
      ...[DraftQuotaExceeded, ImportsBusy],
    ],
  })
  @Post()
  @StatementBody()
  create(
    @Caller() caller: Principal,
    @Body() request: CreateImportRequest,
    @UploadedFile() file: Express.Multer.File,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<JsonText> {
    const uploaded = { name: uploadedName(file.originalname), bytes: file.buffer };
    const reader = readerOf(caller, request, clientGone);
    return shown(caller, this.drafts.create(reader, request.accountId, uploaded, givenOptions(request)));
  }

  @Operation({
    summary: 'Get an import with its first 1,000 rows',
    description:
      'Returns the reading options, the warnings and the rows. In a draft, the status of a row shows how a commit would ' +
      'treat the row now.',
    answer: ImportView,
    pathIds,
    resource: true,
  })
  @Get(':id')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return shown(caller, this.imports.get(caller.workspaceId, id));
  }

  @Operation({
    summary: 'List the rows of an import',
    description:
      'Returns the rows in file order, optionally filtered by status. A page of large rows may have fewer items than `limit`.',
    answer: ImportRowPageView,
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/rows')
  rows(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: ListImportRowsRequest,
  ): Promise<JsonText> {
    return this.imports.rows(caller.workspaceId, id, request);
  }

  @Operation({
    summary: 'Read a draft again with other options',
    description:
      'Changes the mapping, encoding, delimiter, section or account. An encrypted PDF needs its password again. Edited rows keep their edits if they still apply.',
    answer: ImportView,
    pathIds,
    problems: [
      ...[ReferenceNotFound, AccountNotActive, ImportNotDraft, ImportUnreadable],
      ...[ImportPasswordRequired, ImportSectionRequired, DraftQuotaExceeded, ImportsBusy],
    ],
  })
  @Patch(':id')
  edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditImportRequest,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<JsonText> {
    const reader = readerOf(caller, request, clientGone);
    return shown(caller, this.drafts.edit(reader, id, request.accountId, givenOptions(request)));
  }

  @Operation({
    summary: 'Edit, exclude or include a row of a draft',
    description: 'Reading the file again preserves the edits. A category set to null is not suggested again.',
    answer: ImportView,
    pathIds,
    pathIndexes: { index: ImportRowNotFound },
    problems: [ReferenceNotFound, ImportNotDraft],
  })
  @Patch(':id/rows/:index')
  editRow(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('index') index: string,
    @Body() request: EditImportRowRequest,
  ): Promise<JsonText> {
    return shown(caller, this.draftRows.edit(caller.workspaceId, id, index, request));
  }

  @Operation({
    summary: 'Commit the ready rows of a draft',
    bulk: true,
    description:
      'Creates a transaction for each ready row, all or none. Fails if the rows of a PDF disagree with its totals or balances, unless ' +
      '`acceptUnproven` is true. Idempotent.',
    answer: ImportView,
    pathIds,
    touchesBooks: true,
    problems: [
      ImportNotDraft,
      ImportHasErrors,
      ImportUnproven,
      AccountNotActive,
      AmountOutOfRange,
      CategoryLimitReached,
      TagLimitReached,
    ],
  })
  @Post(':id/commit')
  commit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: CommitImportRequest,
  ): Promise<JsonText> {
    return shown(caller, this.commitment.commit(caller.workspaceId, id, request));
  }

  @Operation({
    summary: 'Undo a committed import',
    collection: { after: ['commitImport'], spends: ['importId'] },
    bulk: true,
    description: 'Moves the transactions of the import to the trash, including edited ones. Idempotent.',
    answer: ImportView,
    pathIds,
    touchesBooks: true,
    problems: [ImportNotCommitted, AccountNotActive, AmountOutOfRange],
  })
  @Post(':id/undo')
  undo(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return shown(caller, this.commitment.undo(caller.workspaceId, id));
  }

  @Operation({
    summary: 'Delete a draft',
    description: 'Deletes the file and its rows. To remove a committed import, undo the import.',
    answer: ImportView,
    pathIds,
    problems: [ImportNotDraft],
  })
  @Delete(':id')
  delete(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return shown(caller, this.drafts.delete(caller.workspaceId, id));
  }
}

function readerOf(caller: Principal, { password }: EditImportRequest, clientGone: AbortSignal): ReadingCaller {
  return { workspaceId: caller.workspaceId, clientGone, ...(password !== undefined && { password }) };
}

async function shown(caller: Principal, answer: Promise<JsonText>): Promise<JsonText> {
  const whole = await answer;
  if (covers(caller, READS_BALANCES)) return whole;
  return new JsonText(JSON.stringify(visibleImport(JSON.parse(whole.text) as ImportView, caller)));
}
