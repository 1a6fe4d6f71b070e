import { expect, it } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import type { Request } from 'express';
import type { Log } from '../log/log.js';
import type { Settings } from '../settings/settings.js';
import { ProblemFilter } from './problem.filter.js';

const filter = new ProblemFilter({} as Settings, {} as HttpAdapterHost, {} as Log);

it.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])(
  'returns SERVICE_UNAVAILABLE if a file of the program has been removed since startup: %s',
  (code) => {
    const gone = Object.assign(new Error("Cannot find module '/srv/dist/programs/chunk-ABC.js'"), { code });
    const { type, message, extras } = filter.problemOf(gone, {} as Request);
    expect([type.status, type.code, extras.headers]).toEqual([503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '2' }]);
    expect(message).toBe('The files of the service were replaced while it was running. Restart the service.');
  },
);
