import { ApiSchema } from '@nestjs/swagger';
import type { StoredType } from './media-type.js';

@ApiSchema({ description: 'A resource that a file belongs to.' })
export class FileLinkView {
  /** Type of the resource. @example transaction */
  kind!: 'transaction' | 'import' | 'invoice';
  /** ID of the resource. */
  id!: string;
}

@ApiSchema({ description: 'A receipt, statement or other file of the workspace.' })
export class FileView {
  id!: string;
  /** Name of the file. @example "ticket-contramar.jpg" */
  name!: string;
  /** Media type, detected from the content. @example image/jpeg */
  mediaType!: StoredType;
  /** Size in bytes. @example 348160 */
  size!: number;
  /** SHA-256 of the bytes, as lower-case hex. @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 */
  sha256!: string;
  /** Origin of the file: an upload, an import or an invoice. @example upload */
  source!: 'upload' | 'import' | 'invoice';
  /** Resources that the file belongs to; empty while the file is in the trash. */
  links!: FileLinkView[];
  createdAt!: string;
  /** Time of the last change to the name, links or trash status. */
  updatedAt!: string;
  deletedAt!: string | null;
  /** Time of permanent deletion; null if not in the trash. */
  purgeAt!: string | null;
}

@ApiSchema({ description: 'An uploaded file.' })
export class UploadedFileView extends FileView {
  /** True if the workspace already had these bytes. The response is then the existing file. @example false */
  deduplicated!: boolean;
}

@ApiSchema({ description: 'A page of files.' })
export class FilePageView {
  items!: FileView[];
  nextCursor!: string | null;
}
