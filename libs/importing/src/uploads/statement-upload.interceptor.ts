import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import type { ApiBodyOptions } from '@nestjs/swagger';
import { ApiBody, ApiConsumes, getSchemaPath } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import type { UploadForm } from '@app/kernel';
import { inOneBuffer, invalidField, LongWork, oneFile, receiveUpload, UploadRoom } from '@app/kernel';
import { letGoOf } from '@app/statement-files';
import { ImportsBusy } from '../importing.problems.js';
import { MappingRequest } from '../imports/import.request.js';

const MIB = 1024 * 1024;
const LARGEST_FILE_MIB = 20;
/** Minimum memory that a file reserves. */
const MIN_ROOM_BYTES = MIB;
/** Memory for files that are being received or read. */
const ROOM_MIB = 128;
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

/** A multipart body with one statement file. The `mapping` field contains JSON. */
const FORM: UploadForm = {
  parse: oneFile(inOneBuffer(LARGEST_FILE_MIB), LARGEST_FILE_MIB),
  maxMib: LARGEST_FILE_MIB,
  minBytes: MIN_ROOM_BYTES,
  check(request) {
    const fields = { ...(request.body as Record<string, unknown>) };
    if (typeof fields.mapping === 'string') fields.mapping = parseMapping(fields.mapping);
    request.body = fields;
  },
  free: ({ file }) => file && letGoOf(file.buffer),
};

/** Receives a statement file in memory before the handler runs, and frees the memory afterwards. */
@Injectable()
export class StatementUpload implements NestInterceptor {
  private readonly room: UploadRoom;

  constructor(work: LongWork) {
    this.room = new UploadRoom(work, 'import_uploads', ROOM_MIB, ImportsBusy);
  }

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return receiveUpload(FORM, this.room, context, next);
  }
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
