import type { Statement } from '@app/kernel';

export interface NewLoggedRequest {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  /** Path pattern of the operation; null if no route matched. */
  readonly path: string | null;
  /** HTTP status of the response; null if the client disconnected before the response was sent. */
  readonly status: number | null;
  readonly requestId: string;
}

export interface ListedRequest extends Record<string, unknown> {
  readonly id: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly at: string;
  readonly method: string;
  readonly path: string | null;
  readonly status: number | null;
  readonly request_id: string;
}

/** Filters of the request list. Null filters are not applied. */
export interface RequestFilter {
  readonly keyId: string | null;
  /** Member who created the keys. */
  readonly memberId: string | null;
  readonly requestId: string | null;
  /** ID of a request. Only earlier requests are returned. */
  readonly before: string | null;
}

export function insertLoggedRequests(requests: readonly NewLoggedRequest[]): Statement {
  return {
    name: 'identity.log-requests',
    text: `
      insert into identity_logged_requests (workspace_id, key_id, id, at, method, path, status, request_id)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::int[], $8::text[])`,
    values: [
      requests.map(({ workspaceId }) => workspaceId),
      requests.map(({ keyId }) => keyId),
      requests.map(({ id }) => id),
      requests.map(({ at }) => at),
      requests.map(({ method }) => method),
      requests.map(({ path }) => path),
      requests.map(({ status }) => status),
      requests.map(({ requestId }) => requestId),
    ],
  };
}

/**
 * Returns the statement that reads a workspace's requests since an instant, newest first. Reads the index of each key
 * separately.
 */
export function latestRequests(workspaceId: string, filter: RequestFilter, since: Date, limit: number): Statement {
  return {
    text: `
      select r.id, r.key_id, k.name as key_name, r.at, r.method, r.path, r.status, r.request_id
      from identity_api_keys k
      cross join lateral (
        select * from identity_logged_requests l
        where l.workspace_id = $1 and l.key_id = k.id and l.at >= $2
          and ($4::text is null or l.request_id = $4) and ($5::uuid is null or l.id < $5)
        order by l.id desc limit $6
      ) r
      where k.workspace_id = $1 and ($3::uuid is null or k.id = $3)
        and ($7::uuid is null or k.member_id = $7)
      order by r.id desc limit $6`,
    values: [workspaceId, since, filter.keyId, filter.requestId, filter.before, limit, filter.memberId],
  };
}

export function deleteOldRequests(before: Date, limit: number): Statement {
  return {
    text: `
      with expired as (
        select workspace_id, key_id, id from identity_logged_requests where at < $1 limit $2
      )
      delete from identity_logged_requests l using expired
      where (l.workspace_id, l.key_id, l.id) = (expired.workspace_id, expired.key_id, expired.id)
      returning l.id`,
    values: [before, limit],
  };
}
