import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import type { ApiBodyOptions } from '@nestjs/swagger';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type multer from 'multer';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import type { FairQueue } from '@app/kernel';
import {
  announcedBytes,
  clientGone,
  invalidField,
  LongWork,
  oneFile,
  QUEUED,
  receiveForm,
  UnsupportedMediaType,
} from '@app/kernel';
import { FilesBusy } from './files.problems.js';
import { Spool } from './spool.service.js';

const MIB = 1024 * 1024;
const MAX_MIB = 10;
/** Disk space for files that are being received. Further uploads wait. Each workspace can use half of it. */
const ROOM = {
  ...{ capacity: 320 * MIB, maxPerGroup: 160 * MIB },
  ...{ maxWaiting: 400, maxWaitingPerGroup: 100, maxWaitMs: 60_000, refusal: FilesBusy },
};

const FILE_BODY: ApiBodyOptions = {
  required: true,
  schema: {
    type: 'object',
    description: 'A file, with its name and transaction.',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: 'JPEG, PNG, WebP, HEIC, PDF or XML file of 1 byte to 10 MiB. Its content decides the type.',
        example: 'the bytes of ticket-contramar.jpg',
      },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 120,
        description: 'Name of the file. Defaults to the file name of the part, without its path.',
        example: 'ticket-contramar.jpg',
      },
      transactionId: { type: 'string', description: 'ID of the transaction that the file belongs to.' },
    },
    additionalProperties: false,
  },
};

export interface ReceivedFile {
  readonly originalname: string;
  readonly spool: Spool;
  readonly size: number;
  readonly sha256: string;
}

const spools = new WeakMap<object, Spool>();

const onDisk: multer.StorageEngine = {
  _handleFile(request, { stream }, done) {
    const spool = spools.get(request)!;
    const receive = async () => {
      for await (const piece of stream) await spool.write(piece as Buffer);
      return { spool, size: spool.size, sha256: spool.sha256() } as object;
    };
    receive().then((file) => done(null, file), done);
  },
  _removeFile(_request, _file, done) {
    done(null);
  },
};

const FORM = { parse: oneFile(onDisk, MAX_MIB), maxMib: MAX_MIB };

/** Receives a multipart body with a file on disk before the handler runs, and frees the disk afterwards. */
@Injectable()
export class FileUpload implements NestInterceptor {
  private readonly room: FairQueue;

  constructor(work: LongWork) {
    this.room = work.queue('file_uploads', ROOM);
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (!request.is('multipart/form-data')) throw UnsupportedMediaType('multipart/form-data');
    response.emit(QUEUED);
    const weight = announcedBytes(request, MAX_MIB);
    const leave = await this.room.acquire({ group: request.caller.workspaceId, weight, signal: clientGone(response) });
    const spool = await Spool.open();
    spools.set(request, spool);
    const free = () => void spool.close().finally(leave);
    try {
      await receiveForm(FORM, request, response, () => this.room.figures().waiting > 0);
      if (!request.file) throw invalidField(['file'], 'REQUIRED', 'is required');
      if (spool.size === 0) throw invalidField(['file'], 'VALUE_INVALID', 'must not be empty');
      return next.handle().pipe(finalize(free));
    } catch (error) {
      free();
      throw error;
    }
  }
}

export function FileBody(): MethodDecorator {
  return applyDecorators(UseInterceptors(FileUpload), ApiConsumes('multipart/form-data'), ApiBody(FILE_BODY));
}
