import type { ProblemKind } from '@app/kernel/pure';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Correct the request. An unchanged retry fails again.',
  401: 'Send a valid API key or OAuth access token as Authorization: Bearer. If the token was revoked, create a new one.',
  403: 'If a scope is missing, send a token that has it. The scope read_write includes all others.',
  404: 'Check the URL and its IDs. Resources of other workspaces are reported as not found.',
  405: 'Use one of the methods in the Allow header.',
  408: 'Send the request again without long pauses.',
  409: 'Fetch the current state of the resource. Retry once its state allows the request.',
  412: 'Fetch the resource again and send the change with the new ETag.',
  413: 'Send a smaller request.',
  415: 'Send the body with a Content-Type that the operation accepts.',
  422: 'The request is well formed but cannot be processed. Correct the cause, which detail explains.',
  429: 'Wait for the number of seconds in Retry-After, and send requests less often.',
  431: 'Send fewer or shorter headers, or a shorter URL.',
  500: 'The request is not the cause. Retry later. If the error persists, report the requestId.',
  503: 'Wait for the number of seconds in Retry-After, then retry.',
};

/** Returns instructions for solving a problem with this status. */
export function remedyFor({ status }: ProblemKind): string {
  return BY_STATUS[status] ?? (status >= 500 ? BY_STATUS[500]! : BY_STATUS[400]!);
}
