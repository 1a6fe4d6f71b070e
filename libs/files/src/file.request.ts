import { ApiSchema } from '@nestjs/swagger';
import type { FieldRule } from '@app/kernel';
import { Field, filterReference, oneOf, PageRequest, queryFlag, reference } from '@app/kernel';
import { fileName } from './file-name.js';
import { STORED_TYPES } from './media-type.js';

const sha256 = (): FieldRule => ({
  code: 'PATTERN_INVALID',
  detail: 'must be a SHA-256 as 64 lower-case hex digits',
  schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  check: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
});

@ApiSchema({ description: 'Name and transaction of an uploaded file.' })
export class UploadFileRequest {
  @Field(fileName(), { optional: true })
  name?: string;

  @Field(reference(), { optional: true })
  transactionId?: string;
}

@ApiSchema({ description: 'New name of a file.' })
export class RenameFileRequest {
  @Field(fileName(), { optional: true })
  name?: string;
}

@ApiSchema({ description: 'File to link to a transaction.' })
export class LinkFileRequest {
  /** ID of a file that is not in the trash. */
  @Field(reference())
  fileId!: string;
}

export class ListFilesRequest extends PageRequest {
  /** Only files of this transaction. */
  @Field(filterReference(), { optional: true })
  transactionId?: string;

  /** Only files of this type. @example application/pdf */
  @Field(oneOf(...STORED_TYPES), { optional: true })
  mediaType?: string;

  /** Only the file with this hash, as lower-case hex. @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 */
  @Field(sha256(), { optional: true })
  sha256?: string;

  /** True to list the trash instead. @example true */
  @Field(queryFlag(), { optional: true })
  deleted?: boolean;
}
