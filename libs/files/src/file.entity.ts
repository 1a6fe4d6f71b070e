import { defineEntity, p } from '@mikro-orm/postgresql';

const FileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'files_files',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    mediaType: p.text(),
    size: p.integer(),
    sha256: p.text(),
    source: p.text().$type<'upload' | 'import' | 'invoice'>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    deletedAt: p.datetime(3).strictNullable(),
  },
});

/** A receipt, statement or invoice. Its bytes are stored in chunks (decision 0104). */
export class StoredFile extends FileSchema.class {}
FileSchema.setClass(StoredFile);

const ChunkSchema = defineEntity({
  name: 'FileChunk',
  tableName: 'files_chunks',
  properties: {
    workspaceId: p.uuid().primary(),
    fileId: p.uuid().primary(),
    number: p.integer().primary(),
    bytes: p.blob(),
  },
});

export class FileChunk extends ChunkSchema.class {}
ChunkSchema.setClass(FileChunk);

const LinkSchema = defineEntity({
  name: 'FileLink',
  tableName: 'files_links',
  properties: {
    workspaceId: p.uuid().primary(),
    fileId: p.uuid().primary(),
    targetId: p.uuid().primary(),
    kind: p.text().$type<'transaction' | 'draft' | 'import' | 'invoice'>(),
  },
});

export class FileLink extends LinkSchema.class {}
LinkSchema.setClass(FileLink);
