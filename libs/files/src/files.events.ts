import { eventType } from '@app/kernel/pure';

export const fileEvents = {
  created: eventType('file.created', 'A file was uploaded.'),
  updated: eventType('file.updated', 'A file was renamed.'),
  trashed: eventType('file.trashed', 'A file was moved to the trash.'),
  restored: eventType('file.restored', 'A file was restored from the trash.'),
  deleted: eventType('file.deleted', 'A file in the trash was permanently deleted, by a client or after 30 days.'),
};
