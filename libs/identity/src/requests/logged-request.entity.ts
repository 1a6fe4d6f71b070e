import { defineEntity, p } from '@mikro-orm/postgresql';

const LoggedRequestSchema = defineEntity({
  name: 'LoggedRequest',
  tableName: 'identity_logged_requests',
  properties: {
    workspaceId: p.uuid().primary(),
    keyId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    method: p.text(),
    path: p.text().nullable(),
    status: p.integer().nullable(),
    requestId: p.text(),
  },
});

/** Log entry of a request made with an API key. `RequestLog` inserts it with raw SQL (decision 0031). */
export class LoggedRequest extends LoggedRequestSchema.class {}
LoggedRequestSchema.setClass(LoggedRequest);
