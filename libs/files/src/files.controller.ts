import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
  UploadedFile,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { Principal } from '@app/kernel';
import {
  Caller,
  CursorInvalid,
  invalidField,
  isHeld,
  Operation,
  operationsOn,
  ReferenceNotFound,
  Scoped,
  UnsupportedMediaType,
} from '@app/kernel';
import { TransactionInTrash, TransactionNotFound, TransactionsController } from '@app/ledger';
import { byteRange } from './byte-range.js';
import { attachment, fileName, withoutPath } from './file-name.js';
import { LinkFileRequest, ListFilesRequest, RenameFileRequest, UploadFileRequest } from './file.request.js';
import { FilePageView, FileView, UploadedFileView } from './file.view.js';
import { FileStore } from './file-store.service.js';
import type { ReceivedFile } from './file-upload.interceptor.js';
import { FileBody } from './file-upload.interceptor.js';
import {
  FileInTrash,
  FileLimitReached,
  FileNotFound,
  FileNotInTrash,
  FileQuotaExceeded,
  FilesBusy,
  RangeNotSatisfiable,
} from './files.problems.js';
import { Files } from './files.service.js';
import { STORED_TYPES } from './media-type.js';

const pathIds = { id: FileNotFound };
const OnFile = operationsOn({ answer: FileView, pathIds });
const trashed = { links: [], deletedAt: '2026-11-21T09:00:00.000Z', purgeAt: '2026-12-21T09:00:00.000Z' };

@Scoped('files')
@Controller('v1/files')
export class FilesController {
  constructor(
    private readonly files: Files,
    private readonly store: FileStore,
  ) {}

  @Operation({
    summary: 'List files',
    description: 'Returns files newest first, with the resources that they belong to.',
    answer: FilePageView,
    problems: [CursorInvalid],
  })
  @Get()
  list(@Caller() caller: Principal, @Query() request: ListFilesRequest): Promise<FilePageView> {
    return this.files.list(caller.workspaceId, request);
  }

  @Operation({
    id: 'uploadFile',
    collection: { makes: ['fileId'] },
    summary: 'Upload a file',
    description:
      'Stores a receipt, statement or other file of up to 10 MiB, and links it to a transaction if `transactionId` is sent. ' +
      'If the workspace already has the same bytes, returns the existing file with `deduplicated` true, restored from the ' +
      'trash with its links if necessary.',
    answer: UploadedFileView,
    multipart: true,
    dryRun: false,
    problems: [
      ...[UnsupportedMediaType, ReferenceNotFound, TransactionInTrash],
      ...[FileLimitReached, FileQuotaExceeded, FilesBusy],
    ],
  })
  @Post()
  @FileBody()
  upload(
    @Caller() caller: Principal,
    @Body() { name: given, transactionId }: UploadFileRequest,
    @UploadedFile() file: ReceivedFile,
  ): Promise<UploadedFileView> {
    const rule = fileName();
    const name = given ?? (rule.normalise!(withoutPath(file.originalname)) as string);
    if (!rule.check(name)) throw invalidField(['name'], rule.code, rule.detail);
    return this.files.upload(caller.workspaceId, file, name, transactionId);
  }

  @OnFile('Get a file, live or trashed', {
    description: 'Returns the record of the file. Download its bytes from `/content`.',
    resource: true,
  })
  @Get(':id')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<FileView> {
    return this.files.get(caller.workspaceId, id);
  }

  @Operation({
    id: 'downloadFile',
    summary: 'Download the bytes of a file',
    description:
      'Returns the bytes as an attachment, which browsers save instead of displaying. Supports `If-None-Match` with the ' +
      'hash, and a single `Range`. The content of a file in the trash is not available.',
    answer: { mediaTypes: STORED_TYPES },
    example: 'the bytes of ticket-contramar.jpg',
    pathIds,
    problems: [RangeNotSatisfiable],
  })
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  @Get(':id/content')
  async content(
    @Caller() { workspaceId }: Principal,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { name, mediaType, size, sha256, deletedAt } = await this.files.get(workspaceId, id);
    if (deletedAt !== null) throw FileNotFound(id);
    const etag = `"${sha256}"`;
    response.setHeader('ETag', etag).setHeader('Accept-Ranges', 'bytes');
    const known = request.headers['if-none-match'];
    if (known !== undefined && isHeld(known, etag)) return void response.status(304).end();
    const range = byteRange(request.headers, size, etag);
    if (range === 'unsatisfiable') throw RangeNotSatisfiable(size);
    const { first, last } = range ?? { first: 0, last: size - 1 };
    response.setHeader('Content-Type', mediaType).setHeader('Content-Disposition', attachment(name));
    response.setHeader('Content-Length', last - first + 1);
    if (range) response.status(206).setHeader('Content-Range', `bytes ${first}-${last}/${size}`);
    if (request.method === 'HEAD') return void response.end();
    // After the response headers, a failure can only be signaled by breaking the connection.
    await pipeline(this.store.read(workspaceId, id, { first, last }), response).catch(() => response.destroy());
  }

  @OnFile('Rename a file', { requestExample: { name: 'cena.jpg' }, problems: [FileInTrash] })
  @Patch(':id')
  rename(@Caller() caller: Principal, @Param('id') id: string, @Body() { name }: RenameFileRequest): Promise<FileView> {
    return this.files.rename(caller.workspaceId, id, name);
  }

  @OnFile('Move a file to the trash', {
    description: 'The file no longer counts in its transactions. It can be restored with its links for 30 days.',
    example: trashed,
  })
  @Delete(':id')
  trash(@Caller() caller: Principal, @Param('id') id: string): Promise<FileView> {
    return this.files.trash(caller.workspaceId, id);
  }

  @OnFile('Restore a file from the trash', {
    collection: { after: ['deleteFile'] },
    description: 'Also restores its links.',
    problems: [FileNotInTrash, FileLimitReached],
  })
  @Post(':id/restore')
  restore(@Caller() caller: Principal, @Param('id') id: string): Promise<FileView> {
    return this.files.restore(caller.workspaceId, id);
  }

  @OnFile('Permanently delete a trashed file', {
    collection: { after: ['deleteFile'], spends: ['fileId'] },
    description: 'A deleted file cannot be restored. Move a live file to the trash first.',
    example: trashed,
    problems: [FileNotInTrash],
  })
  @Delete(':id/permanently')
  deletePermanently(@Caller() caller: Principal, @Param('id') id: string): Promise<FileView> {
    return this.files.deletePermanently(caller.workspaceId, id);
  }
}

@Scoped('files')
@Controller('v1/transactions')
export class TransactionFilesController {
  constructor(private readonly files: Files) {}

  @Operation({
    id: 'linkFile',
    summary: 'Link a file to a transaction',
    description: 'A transaction can have up to 10 files. Linking a file again has no effect.',
    answer: FileView,
    pathIds: { id: TransactionNotFound },
    resourceOf: TransactionsController,
    problems: [ReferenceNotFound, TransactionInTrash, FileLimitReached],
  })
  @Post(':id/files')
  link(@Caller() caller: Principal, @Param('id') id: string, @Body() { fileId }: LinkFileRequest): Promise<FileView> {
    return this.files.link(caller.workspaceId, id, fileId);
  }

  @Operation({
    id: 'unlinkFile',
    summary: 'Unlink a file from a transaction',
    description: 'Keeps the file. Unlinking a file that is not linked has no effect.',
    answer: FileView,
    pathIds: { id: TransactionNotFound, fileId: FileNotFound },
    resourceOf: TransactionsController,
    example: { links: [] },
    problems: [TransactionInTrash],
  })
  @Delete(':id/files/:fileId')
  unlink(@Caller() caller: Principal, @Param('id') id: string, @Param('fileId') fileId: string): Promise<FileView> {
    return this.files.unlink(caller.workspaceId, id, fileId);
  }
}
