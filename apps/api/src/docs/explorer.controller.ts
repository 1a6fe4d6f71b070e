import { fileURLToPath } from 'node:url';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { EXPLORER_PAGE, EXPLORER_POLICY, START_SCRIPT } from './explorer-page.js';

/** The explorer as its package brings it: nothing is loaded from elsewhere. */
const SCRIPT_FILE = fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
const STYLE_FILE = fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css'));
const KEPT_BY_BROWSERS = { maxAge: '1 day', dotfiles: 'allow' } as const;

@ApiExcludeController()
@Controller('docs')
export class ExplorerController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Security-Policy', EXPLORER_POLICY)
  page(): string {
    return EXPLORER_PAGE;
  }

  @Get('start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return START_SCRIPT;
  }

  @Get('swagger-ui.js')
  script(@Res() response: Response): void {
    response.sendFile(SCRIPT_FILE, KEPT_BY_BROWSERS);
  }

  @Get('swagger-ui.css')
  styles(@Res() response: Response): void {
    response.sendFile(STYLE_FILE, KEPT_BY_BROWSERS);
  }
}
