import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { problemCatalogue, RouteNotFound, Settings } from '@app/kernel';
import { PAGE_POLICY } from './page.js';
import { problemIndexPage, problemPage } from './problem-page.js';

@ApiExcludeController()
@Controller('problems')
export class ProblemPagesController {
  constructor(private readonly settings: Settings) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  index(): string {
    return problemIndexPage(problemCatalogue());
  }

  @Get(':slug')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  page(@Param('slug') slug: string): string {
    const kind = problemCatalogue().find((known) => known.slug === slug);
    if (kind === undefined) throw RouteNotFound(`/problems/${slug}`);
    return problemPage(kind, this.settings.problemsBase);
  }
}
