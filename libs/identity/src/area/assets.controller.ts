import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ASSETS } from '../web/assets.js';
import { namedIn } from '../web/form.js';
import { PageFilter } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/assets')
export class AssetsController {
  @Get(':name')
  asset(@Param('name') name: string, @Res() response: Response): void {
    const asset = namedIn(ASSETS, name);
    if (asset === undefined) throw new PageRefusal(404, 'not-found');
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Content-Type', asset.type);
    response.send(asset.text);
  }
}
