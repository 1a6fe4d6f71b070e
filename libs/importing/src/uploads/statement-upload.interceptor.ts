import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import type { ApiBodyOptions } from '@nestjs/swagger';
import { ApiBody, ApiConsumes, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import type { FairQueue } from '@app/kernel';
import {
  clientGone,
  invalidField,
  LongWork,
  PayloadTooLarge,
  QUEUED,
  RequestMalformed,
  RequestTimedOut,
  unknownField,
  UnsupportedMediaType,
  ValidationFailed,
} from '@app/kernel';
import { letGoOf } from '@app/statement-files';
import { ImportsBusy } from '../importing.problems.js';
import { MappingRequest } from '../imports/import.request.js';

const MIB = 1024 * 1024;
const LARGEST_FILE_BYTES = 20 * MIB;
/** Minimum memory that a file reserves, because reading takes more memory than the file. */
const MIN_ROOM_BYTES = 4 * MIB;
/** Memory budget for files that are being received or read. Further uploads wait. Each workspace can use half of it. */
const ROOM = {
  ...{ capacity: 128 * MIB, maxPerGroup: 64 * MIB },
  ...{ maxWaiting: 400, maxWaitingPerGroup: 100, maxWaitMs: 60_000, refusal: ImportsBusy },
};
/** Minimum upload rate after a grace period. While other uploads wait, the file must arrive within a minute. */
const MIN_BYTES_PER_SECOND = 4 * 1024;
const MAX_BESIDE_WAITING_SECONDS = 60;
const PATIENCE_MS = 5_000;
const LARGEST_BODY_BYTES = LARGEST_FILE_BYTES + MIB;

const STATEMENT_BODY: ApiBodyOptions = {
  required: true,
  schema: {
    type: 'object',
    description: 'A statement file and the options for reading it.',
    required: ['file', 'accountId'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: 'Statement file, up to 20 MiB and 100,000 rows, or 300 pages of a PDF.',
        example: 'the bytes of movimientos-noviembre.csv',
      },
      accountId: { type: 'string', description: 'ID of the account that the statement belongs to.' },
      mapping: {
        description: 'Column index of each field, and the formats of dates and amounts.',
        $ref: getSchemaPath(MappingRequest),
      },
      encoding: {
        type: 'string',
        description: 'Character encoding of the file. Detected by default.',
        example: 'utf-8',
      },
      delimiter: { type: 'string', description: 'Separator between cells. Detected by default.', example: ',' },
      password: {
        type: 'string',
        description: 'Password of an encrypted PDF. It is used once and never stored.',
        example: 'XAXX010101000',
      },
      section: {
        type: 'string',
        description: 'ID of the account in a PDF with several accounts, from `sections` of the problem.',
        example: '4821',
      },
    },
    additionalProperties: false,
  },
};

/** Collects the file in one buffer of the announced size to avoid copies. Unused pages take no memory. */
const onePiece: multer.StorageEngine = {
  _handleFile(request, file, done) {
    const bytes = Buffer.from(new ArrayBuffer(announcedBytes(request)));
    let size = 0;
    file.stream.on('data', (piece: Buffer) => {
      bytes.set(piece.subarray(0, bytes.length - size), size);
      size = Math.min(bytes.length, size + piece.length);
    });
    file.stream.on('error', done);
    file.stream.on('end', () => done(null, { buffer: bytes.subarray(0, size), size }));
  },
  _removeFile(_request, _file, done) {
    done(null);
  },
};

function announcedBytes({ headers }: Pick<Request, 'headers'>): number {
  return Math.min(Number(headers['content-length'] ?? LARGEST_FILE_BYTES) || LARGEST_FILE_BYTES, LARGEST_FILE_BYTES);
}

const upload = multer({
  storage: onePiece,
  defParamCharset: 'utf8',
  limits: { fileSize: LARGEST_FILE_BYTES, files: 1, fields: 8, fieldSize: 64 * 1024, fieldNameSize: 100, parts: 10 },
}).single('file');

/** Parses a multipart body with one statement file. The `mapping` field contains JSON. */
@Injectable()
export class StatementUpload implements NestInterceptor {
  private readonly room: FairQueue;

  constructor(work: LongWork) {
    this.room = work.queue('import_uploads', ROOM);
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!request.is('multipart/form-data')) throw UnsupportedMediaType('multipart/form-data');
    const weight = Math.max(MIN_ROOM_BYTES, announcedBytes(request));
    const signal = clientGone(http.getResponse<Response>());
    http.getResponse<Response>().emit(QUEUED);
    const leave = await this.room.acquire({ group: request.caller.workspaceId, weight, signal });
    try {
      await this.readForm(request, http.getResponse<Response>());
      const giveBack = () => {
        letGoOf(request.file!.buffer);
        leave();
      };
      return next.handle().pipe(finalize(giveBack));
    } catch (error) {
      leave();
      throw error;
    }
  }

  private leastRate(request: Request): number {
    if (this.room.figures().waiting === 0) return MIN_BYTES_PER_SECOND;
    return Math.max(MIN_BYTES_PER_SECOND, announcedBytes(request) / MAX_BESIDE_WAITING_SECONDS);
  }

  private async readForm(request: Request, response: Response): Promise<void> {
    // After a disconnect, the body would never end.
    if (request.destroyed) throw RequestMalformed('the multipart body is incomplete');
    await receive(request, response, () => this.leastRate(request));
    const fields = { ...(request.body as Record<string, unknown>) };
    if (typeof fields.mapping === 'string') fields.mapping = parseMapping(fields.mapping);
    request.body = fields;
    if (!request.file) throw invalidField(['file'], 'REQUIRED', 'is required');
  }
}

/**
 * Receives the body. Rejects an upload that is too slow or too large.
 * @param leastRate returns the current minimum rate in bytes per second
 */
function receive(request: Request, response: Response, leastRate: () => number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const began = performance.now();
  let bytes = 0;
  const looking = setInterval(() => {
    const ms = performance.now() - began;
    if (ms > PATIENCE_MS && bytes < (leastRate() * ms) / 1_000) reject(RequestTimedOut());
  }, 500);
  const done = (error: unknown) => (error ? reject(uploadProblem(error)) : resolve());
  void upload(request, response, done);
  // multer would wait until an oversized body ends.
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) reject(PayloadTooLarge('20 MiB'));
  });
  return promise.finally(() => clearInterval(looking));
}

function uploadProblem(error: unknown): Error {
  if (!(error instanceof multer.MulterError)) return RequestMalformed('the multipart body is incomplete');
  if (error.code === 'LIMIT_FILE_SIZE') return PayloadTooLarge('20 MiB');
  if (error.code === 'LIMIT_UNEXPECTED_FILE') return ValidationFailed([unknownField([error.field ?? ''], 'body')]);
  if (error.code === 'LIMIT_FIELD_VALUE') return PayloadTooLarge('64 KiB in a field');
  return ValidationFailed([
    { pointer: '#', code: error.code, detail: 'has too many parts or part names that are too long' },
  ]);
}

function parseMapping(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(['mapping'], 'JSON_INVALID', 'must be a JSON object');
  }
}

export function StatementBody(): MethodDecorator {
  return applyDecorators(UseInterceptors(StatementUpload), ApiConsumes('multipart/form-data'), ApiBody(STATEMENT_BODY));
}
