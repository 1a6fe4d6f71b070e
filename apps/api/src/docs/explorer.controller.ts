import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { explorerPage, explorerPolicy, START_SCRIPT, STYLES_SCRIPT } from './explorer-page.js';

/** The explorer in one file, as its package brings it: nothing is loaded from elsewhere. */
const EXPLORER_FILE = fileURLToPath(import.meta.resolve('@scalar/api-reference/browser/standalone.js'));

@ApiExcludeController()
@Controller('docs')
export class ExplorerController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  page(@Res({ passthrough: true }) response: Response): string {
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Security-Policy', explorerPolicy(nonce));
    return explorerPage(nonce);
  }

  @Get('styles.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  styles(): string {
    return STYLES_SCRIPT;
  }

  @Get('start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return START_SCRIPT;
  }

  @Get('explorer.js')
  explorer(@Res() response: Response): void {
    response.sendFile(EXPLORER_FILE, { maxAge: '1 day', dotfiles: 'allow' });
  }
}
