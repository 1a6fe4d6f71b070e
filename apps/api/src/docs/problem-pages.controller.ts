import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { problemCatalogue, RouteNotFound, Settings } from '@app/kernel';
import { ApiDocument } from './api-document.service.js';
import { problemText } from './error-catalogue.js';
import { PAGE_POLICY } from './page.js';
import { problemIndexPage, problemPage } from './problem-page.js';

@ApiExcludeController()
@Controller('problems')
export class ProblemPagesController {
  constructor(
    private readonly settings: Settings,
    private readonly document: ApiDocument,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  index(): string {
    return problemIndexPage(problemCatalogue());
  }

  @Get(':slug')
  page(@Param('slug') slug: string, @Res() response: Response): void {
    const kind = problemCatalogue().find((known) => known.slug === slug.replace(/\.md$/, ''));
    if (kind === undefined) throw RouteNotFound(`/problems/${slug}`);
    if (slug.endsWith('.md')) {
      const text = `# ${kind.code}\n\n${problemText(kind)}\n`;
      response.set('Content-Type', 'text/markdown; charset=utf-8').send(text);
      return;
    }
    response.set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY });
    response.send(problemPage(kind, this.settings.problemsBase, this.document.parsed()));
  }
}
