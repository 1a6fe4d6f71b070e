import { problem } from '@app/kernel/pure';

export const ConfirmationInvalid = problem(
  'CONFIRMATION_INVALID',
  422,
  'The confirmation was not issued to this credential for this tool with these arguments. Call the tool without one for a new preview.',
  () => 'The confirmation does not belong to this call.',
);

export const ConfirmationExpired = problem(
  'CONFIRMATION_EXPIRED',
  422,
  'A confirmation is valid for ten minutes. Nothing was changed. Call the tool without one for a new preview, and show it to the person again.',
  () => 'The confirmation is older than ten minutes.',
);

export const SourceNotAllowed = problem(
  'SOURCE_NOT_ALLOWED',
  403,
  'The request names a host that is not the service’s, or comes from a page of an origin that may not call it (CORS_ORIGINS).',
  (header: 'Host' | 'Origin') => `The ${header} of the request is not allowed here.`,
  ['Origin'],
);

export const ToolNotFound = problem(
  'TOOL_NOT_FOUND',
  404,
  'There is no tool of this name. tools/list lists the tools.',
  () => 'There is no such tool.',
);
