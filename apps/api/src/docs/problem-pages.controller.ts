import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { problemCatalogue, RouteNotFound, Settings } from '@app/kernel';
import { answerWhole } from '../answers/whole-answer.js';
import { ApiDocument } from './api-document.service.js';
import { PAGE_POLICY } from './page.js';
import { problemMarkdown } from './problem-markdown.js';
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
  page(@Param('slug') slug: string, @Res() response: Response): unknown {
    const kind = problemCatalogue().find((known) => known.slug === slug.replace(/\.md$/, ''));
    if (kind === undefined) throw RouteNotFound(`/problems/${slug}`);
    if (slug.endsWith('.md')) {
      response.set('Content-Type', 'text/markdown; charset=utf-8');
      return answerWhole(response, Buffer.from(problemMarkdown(kind, this.document.parsed())));
    }
    response.set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY });
    return answerWhole(response, Buffer.from(problemPage(kind, this.settings.problemsBase, this.document.parsed())));
  }
}
