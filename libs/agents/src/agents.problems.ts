import { problem } from '@app/kernel/pure';

export const ConfirmationInvalid = problem(
  'CONFIRMATION_INVALID',
  422,
  'The confirmation was not issued for this credential, tool and arguments. Call the tool without a confirmation to get a new preview.',
  () => 'The confirmation does not belong to this call.',
);

export const ConfirmationExpired = problem(
  'CONFIRMATION_EXPIRED',
  422,
  'A confirmation is valid for ten minutes. Nothing was changed. Call the tool without a confirmation to get a new preview, and show it to the user.',
  () => 'The confirmation has expired.',
);

export const SourceNotAllowed = problem(
  'SOURCE_NOT_ALLOWED',
  403,
  'The Host header does not name this service, or the Origin header names an origin that is not in CORS_ORIGINS.',
  (header: 'Host' | 'Origin') => `The ${header} header of the request is not allowed.`,
  ['Origin'],
);

export const ToolNotFound = problem(
  'TOOL_NOT_FOUND',
  404,
  'There is no tool with this name. Call tools/list to see the available tools.',
  () => 'There is no tool with this name.',
);
