import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '@app/kernel';
import { SourceNotAllowed } from '../agents.problems.js';
import { refusedHeader } from './allowed-source.js';

/** Rejects unexpected Host and Origin headers before authentication. */
@Injectable()
export class AllowedSource implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, _: Response, next: NextFunction): void {
    const refused = refusedHeader({ host: request.host, origin: request.headers.origin }, this.settings);
    next(refused === null ? undefined : SourceNotAllowed(refused));
  }
}
