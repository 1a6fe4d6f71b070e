import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import type { ApiBodyOptions } from '@nestjs/swagger';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type multer from 'multer';
import type { Observable } from 'rxjs';
import type { UploadForm } from '@app/kernel';
import { invalidField, LongWork, oneFile, receiveUpload, UploadRoom } from '@app/kernel';
import { FilesBusy } from './files.problems.js';
import { Spool } from './spool.service.js';

const MAX_MIB = 10;
/** Maximum total size of files that are being received. */
const ROOM_MIB = 320;

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
        description:
          'JPEG, PNG, WebP, HEIC, PDF or XML file of 1 byte to 10 MiB. The type is detected from the content.',
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

const spooled: multer.StorageEngine = {
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

const FORM: UploadForm = {
  parse: oneFile(spooled, MAX_MIB),
  maxMib: MAX_MIB,
  open: (request) => void spools.set(request, new Spool()),
  check({ file }) {
    if (file?.size === 0) throw invalidField(['file'], 'VALUE_INVALID', 'must not be empty');
  },
  free: (request, succeeded) => spools.get(request)?.close(succeeded),
};

/** Receives a multipart body with a file before the handler runs, and releases its memory and disk space afterwards. */
@Injectable()
export class FileUpload implements NestInterceptor {
  private readonly room: UploadRoom;

  constructor(work: LongWork) {
    this.room = new UploadRoom(work, 'file_uploads', ROOM_MIB, FilesBusy);
  }

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return receiveUpload(FORM, this.room, context, next);
  }
}

export function FileBody(): MethodDecorator {
  return applyDecorators(UseInterceptors(FileUpload), ApiConsumes('multipart/form-data'), ApiBody(FILE_BODY));
}
