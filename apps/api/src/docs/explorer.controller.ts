import { fileURLToPath } from 'node:url';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { StaticFile } from '../answers/static-file.js';
import { EXPLORER_PAGE, EXPLORER_POLICY, EXPLORER_STYLE, START_SCRIPT } from './explorer-page.js';

/** Swagger UI. It comes from the npm package, so that the page loads nothing from other sites. */
const SCRIPT = new StaticFile(
  fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  'text/javascript; charset=utf-8',
);
const STYLES = new StaticFile(
  fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  'text/css; charset=utf-8',
);

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

  @Get('explorer.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  ownStyles(): string {
    return EXPLORER_STYLE;
  }

  @Get('swagger-ui.js')
  script(@Res() response: Response): Promise<unknown> {
    return SCRIPT.answer(response);
  }

  @Get('swagger-ui.css')
  styles(@Res() response: Response): Promise<unknown> {
    return STYLES.answer(response);
  }
}
