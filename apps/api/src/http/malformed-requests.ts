import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import type { Log, Problem, Settings } from '@app/kernel';
import {
  HeadersTooLarge,
  limitTinyChunks,
  PayloadTooLarge,
  problemBody,
  RequestMalformed,
  requestIdOf,
  RequestTimedOut,
} from '@app/kernel/pure';

const LINGER_MS = 2_000;

const NO_HTTP = () => RequestMalformed('it is not HTTP/1.1', 'head');
const TINY_CHUNKS = () => RequestMalformed('it has too many chunks of less than 64 bytes');

/** Problems by error code of the HTTP parser. After any other error, the connection closes without a response. */
const PROBLEMS: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => PayloadTooLarge('16 KiB, not counting its content'),
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimedOut,
};

/**
 * Responds to malformed HTTP, and to bodies of tiny chunks, with a problem. Without this function, Node.js would respond
 * without a body.
 */
export function answerMalformed(server: Server, settings: Settings, log: Log): void {
  // Node.js must not reject requests without a Host header, because it would respond without a body. `hostNamed`
  // rejects them.
  Object.assign(server, { requireHostHeader: false });
  const refuse = (socket: Socket, problem?: Problem): void => {
    if (socket.writableEnded) return;
    if (problem === undefined || !socket.writable || isBeingAnswered(socket)) return void socket.destroy();
    answer(socket, problem, settings, log);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const code = error.code ?? '';
    const make = PROBLEMS[code] ?? (code.startsWith('HPE_') ? NO_HTTP : undefined);
    refuse(socket, make?.());
  });
  // Runs before the application, because Node.js buffers the body of a request that waits.
  server.prependListener('request', (request: IncomingMessage) => {
    limitTinyChunks(request, () => refuse(request.socket, TINY_CHUNKS()));
  });
  server.on('connect', (_, socket: Socket) => answer(socket, NO_HTTP(), settings, log));
  // Ignores unknown expectations, which RFC 9110, section 10.1.1 allows. Node.js would reject them without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Requires exactly one Host header. Source: RFC 9112, section 3.2. */
export function hostNamed(request: Request, _: Response, next: NextFunction): void {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1) return next(RequestMalformed('it has more than one Host', 'head'));
  const isOld = request.httpVersion === '1.0';
  next(isOld || hosts === 1 ? undefined : RequestMalformed('it has no Host', 'head'));
}

function isBeingAnswered(socket: Socket): boolean {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent ?? false;
}

function answer(socket: Socket, problem: Problem, settings: Settings, log: Log): void {
  const requestId = requestIdOf(undefined);
  const { status, title, code } = problem.type;
  const body = JSON.stringify(problemBody(problem, settings.problemsBase, requestId));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  log.info({ requestId, status, code }, 'request');
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
