import type { CorsOptions, CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/**
 * Paths that pages of other origins may call: the API, the MCP endpoint, and the OAuth endpoints for apps. Does not
 * include HTML pages.
 */
const OPEN = /^\/(v1(\/.*)?|mcp|\.well-known\/.+|oauth\/(token|revoke|register|jwks)|openapi\.json)$/;

const ALLOWED = {
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id'],
    ...['Mcp-Method', 'Mcp-Name', 'Mcp-Protocol-Version'],
  ],
  exposedHeaders: [
    'Allow',
    'Content-Disposition',
    'ETag',
    'Idempotency-Replayed',
    'Link',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: 7_200,
};

export function corsOptions(origins: readonly string[]): CorsOptionsDelegate<Request> {
  const optionsOf = (request: Request): CorsOptions => {
    if (!OPEN.test(request.path)) return { origin: false };
    request.res!.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return { origin: false };
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    return { ...ALLOWED, origin, preflightContinue: !isPreflight };
  };
  return (request, decide) => decide(null, optionsOf(request));
}
