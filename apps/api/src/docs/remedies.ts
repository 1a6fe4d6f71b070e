import type { ProblemKind } from '@app/kernel/pure';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Correct the request and send it again. Sent again as it is, it fails again.',
  401: 'Send a token that is valid as Authorization: Bearer, an API key or an OAuth access token. If it was revoked, make another one.',
  403: 'Send the request with a token of the scope read_write.',
  404: 'Check the address and the ids in it. What belongs to another workspace is answered as if it did not exist.',
  405: 'Use one of the methods in the header Allow.',
  408: 'Send the request again, all of it without long pauses.',
  409: 'Look at the present state of the thing, and bring it into one that allows the request.',
  412: 'It changed after you read it. Read it again, and send the change with the new ETag.',
  413: 'Send less at once.',
  415: 'Send the body in the type that the operation takes, with the Content-Type that says so.',
  422: 'The request is well formed, but what it asks for cannot be done. Correct what the detail names.',
  429: 'Wait for the seconds in Retry-After, and send less often.',
  431: 'Send fewer or shorter headers, or a shorter address.',
  500: 'It is not your request. Send it again later; if it keeps failing, report the requestId.',
  503: 'Wait for the seconds in Retry-After and send the request again.',
};

/** What a client does about a kind of problem. */
export function remedyFor({ status }: ProblemKind): string {
  return BY_STATUS[status] ?? (status >= 500 ? BY_STATUS[500]! : BY_STATUS[400]!);
}
