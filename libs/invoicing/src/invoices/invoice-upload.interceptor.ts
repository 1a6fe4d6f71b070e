import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import type { UploadForm } from '@app/kernel';
import {
  inOneBuffer,
  invalidField,
  LongWork,
  oneFile,
  receiveUpload,
  unknownField,
  UploadRoom,
  ValidationFailed,
} from '@app/kernel';
import { InvoicesBusy } from '../invoicing.problems.js';

const MIB = 1024 * 1024;
const MAX_MIB = 20;
/** Memory for files that are being received or parsed. */
const ROOM_MIB = 128;

const FORM: UploadForm = {
  parse: oneFile(inOneBuffer(MAX_MIB), MAX_MIB),
  maxMib: MAX_MIB,
  minBytes: MIB,
  check({ file, body }) {
    const [unknown] = Object.keys(body as object);
    if (unknown !== undefined) throw ValidationFailed([unknownField([unknown], 'body')]);
    if (file?.size === 0) throw invalidField(['file'], 'VALUE_INVALID', 'must not be empty');
  },
  free: () => undefined,
};

/** Receives a multipart body with an XML file or a ZIP archive in memory before the handler runs. */
@Injectable()
export class InvoiceUpload implements NestInterceptor {
  private readonly room: UploadRoom;

  constructor(work: LongWork) {
    this.room = new UploadRoom(work, 'invoice_uploads', ROOM_MIB, InvoicesBusy);
  }

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return receiveUpload(FORM, this.room, context, next);
  }
}

export function InvoiceBody(): MethodDecorator {
  const file = {
    type: 'string',
    format: 'binary',
    description: 'XML file of up to 5 MiB, or ZIP archive of up to 500 XML files and 20 MiB, both packed and unpacked.',
    example: 'the bytes of factura-1024.xml',
  };
  const description = 'An invoice as XML, or a ZIP archive of invoices.';
  const schema = { type: 'object', description, required: ['file'], properties: { file }, additionalProperties: false };
  return applyDecorators(
    UseInterceptors(InvoiceUpload),
    ApiConsumes('multipart/form-data'),
    ApiBody({ required: true, schema }),
  );
}
