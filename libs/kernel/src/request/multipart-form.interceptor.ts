import type { CallHandler, ExecutionContext } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import type { Observable } from 'rxjs';
import { finalize, tap } from 'rxjs';
import {
  invalidField,
  PayloadTooLarge,
  RequestMalformed,
  RequestTimedOut,
  UnsupportedMediaType,
  ValidationFailed,
} from '../problem/http.problems.js';
import { clientGone } from '../queue/client-gone.js';
import type { FairQueue } from '../queue/fair-queue.js';
import { QUEUED } from '../queue/fair-queue.js';
import type { LongWork } from '../queue/long-work.service.js';
import { unknownField } from './request.pipe.js';

const MIB = 1024 * 1024;
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 500;
/**
 * Minimum upload rate after a grace period. While other uploads wait, the rate must be high enough for the file to
 * arrive within 20 seconds.
 */
const MIN_BYTES_PER_SECOND = 4 * 1024;
const MAX_BESIDE_WAITING_SECONDS = 20;
/** Size of the room for small uploads, which slow large uploads cannot fill. */
const SMALL_ROOM_MIB = 32;
const WAITING = { maxWaiting: 400, maxWaitingPerGroup: 100, maxWaitMs: 60_000 };

export interface UploadForm {
  /** Parser that `oneFile` returned. */
  readonly parse: RequestHandler;
  readonly maxMib: number;
  /** Minimum number of bytes that an upload reserves in the queue. */
  readonly minBytes?: number;
  /** Runs before the service receives the body. */
  open?(request: Request): void;
  /** Checks the received fields and the file, if there is one. */
  check(request: Request): void;
  /** Frees the file after the handler has ended, or after an error. */
  free(request: Request, succeeded: boolean): unknown;
}

/** Returns a parser of multipart bodies with one part `file`. `storage` stores the file while it arrives. */
export function oneFile(storage: multer.StorageEngine, maxMib: number): RequestHandler {
  const limits = { files: 1, fields: 8, fieldSize: 64 * 1024, fieldNameSize: 100, parts: 10 };
  return multer({ storage, defParamCharset: 'utf8', limits: { ...limits, fileSize: maxMib * MIB } }).single('file');
}

/**
 * Returns a storage that collects the file in one buffer of the announced size. A list of chunks would need an object
 * for each of them, and a copy at the end. Unused pages take no memory.
 */
export function inOneBuffer(maxMib: number): multer.StorageEngine {
  return {
    _handleFile(request, file, done) {
      const bytes = Buffer.from(new ArrayBuffer(announcedBytes(request, maxMib)));
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
}

/** Returns the largest size that the file can have, given the announced size of the body. */
function announcedBytes({ headers }: Pick<Request, 'headers'>, maxMib: number): number {
  const most = maxMib * MIB;
  return Math.min(Number(headers['content-length'] ?? most) || most, most);
}

/**
 * Limits the total announced size of the files that are being received or read. Further uploads wait. Each workspace can
 * use half of the room. Uploads of less than 1 MiB have their own part of it.
 */
export class UploadRoom {
  private readonly small: FairQueue;
  private readonly large: FairQueue;

  constructor(work: LongWork, name: string, mib: number, refusal: () => Error) {
    const queue = (metric: string, part: number): FairQueue =>
      work.queue(metric, { capacity: part * MIB, maxPerGroup: (part * MIB) / 2, refusal, ...WAITING });
    this.small = queue(`small_${name}`, SMALL_ROOM_MIB);
    this.large = queue(name, mib - SMALL_ROOM_MIB);
  }

  for(announced: number): FairQueue {
    return announced < MIB ? this.small : this.large;
  }
}

/**
 * Receives a multipart body with a file as soon as the room has space for it, and then runs the handler.
 * @throws UnsupportedMediaType, RequestMalformed, RequestTimedOut, PayloadTooLarge, ValidationFailed
 */
export async function receiveUpload(
  form: UploadForm,
  rooms: UploadRoom,
  context: ExecutionContext,
  next: CallHandler,
): Promise<Observable<unknown>> {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const response = http.getResponse<Response>();
  if (!request.is('multipart/form-data')) throw UnsupportedMediaType('multipart/form-data');
  response.emit(QUEUED);
  const announced = announcedBytes(request, form.maxMib);
  const room = rooms.for(announced);
  const weight = Math.max(form.minBytes ?? 0, announced);
  const leave = await room.acquire({ group: request.caller.workspaceId, weight, signal: clientGone(response) });
  const free = async (succeeded: boolean): Promise<void> => {
    try {
      await form.free(request, succeeded);
    } finally {
      leave();
    }
  };
  try {
    form.open?.(request);
    await receiveForm(form, request, response, () => room.figures().waiting > 0);
    form.check(request);
    if (!request.file) throw invalidField(['file'], 'REQUIRED', 'is required');
    let succeeded = false;
    const succeed = () => (succeeded = true);
    return next.handle().pipe(
      tap({ complete: succeed }),
      finalize(() => void free(succeeded)),
    );
  } catch (error) {
    await free(false);
    throw error;
  }
}

/** @param othersWait returns true while other uploads wait, which raises the minimum rate */
function receiveForm(
  { parse, maxMib }: UploadForm,
  request: Request,
  response: Response,
  othersWait: () => boolean,
): Promise<void> {
  // After the client has disconnected, the body would never end.
  if (request.destroyed) throw RequestMalformed('the multipart body is incomplete');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const began = performance.now();
  const swift = Math.max(MIN_BYTES_PER_SECOND, announcedBytes(request, maxMib) / MAX_BESIDE_WAITING_SECONDS);
  let bytes = 0;
  const looking = setInterval(() => {
    const ms = performance.now() - began;
    const leastRate = othersWait() ? swift : MIN_BYTES_PER_SECOND;
    if (ms > PATIENCE_MS && bytes < (leastRate * ms) / 1_000) reject(RequestTimedOut());
  }, LOOK_EVERY_MS);
  const done = (error: unknown) => (error ? reject(uploadProblem(error, maxMib)) : resolve());
  void parse(request, response, done);
  // multer would wait for the end of the body even if it is too large.
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > (maxMib + 1) * MIB) reject(PayloadTooLarge(`${maxMib} MiB`));
  });
  return promise.finally(() => clearInterval(looking));
}

function uploadProblem(error: unknown, maxMib: number): Error {
  if (!(error instanceof multer.MulterError)) return RequestMalformed('the multipart body is incomplete');
  if (error.code === 'LIMIT_FILE_SIZE') return PayloadTooLarge(`${maxMib} MiB`);
  if (error.code === 'LIMIT_UNEXPECTED_FILE') return ValidationFailed([unknownField([error.field ?? ''], 'body')]);
  if (error.code === 'LIMIT_FIELD_VALUE') return PayloadTooLarge('64 KiB in a field');
  return ValidationFailed([
    { pointer: '#', code: error.code, detail: 'has too many parts or part names that are too long' },
  ]);
}
