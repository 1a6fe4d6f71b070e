import { Controller, Get, Header, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RouteNotFound } from '@app/kernel';
import { answerWhole } from '../answers/whole-answer.js';
import { acceptedLanguage } from './accepted-language.js';
import { markdown } from './markdown.js';
import { page, PAGE_POLICY } from './page.js';
import type { PageLanguage } from './page.js';
import type { PageText } from './page-texts.service.js';
import { PageTexts } from './page-texts.service.js';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(private readonly texts: PageTexts) {}

  @Get()
  home(@Headers('accept-language') accepted: string | undefined, @Res() response: Response): unknown {
    const language = acceptedLanguage(accepted);
    response.vary('Accept-Language');
    return answer(response, this.texts.page(`home.${language}`)!, '/index.md', language);
  }

  @Get('index.md')
  homeText(@Headers('accept-language') accepted: string | undefined, @Res() response: Response): unknown {
    // A request without Accept-Language comes from a program, which gets English.
    const language = accepted === undefined ? 'en' : acceptedLanguage(accepted);
    response.vary('Accept-Language').set('Content-Type', MARKDOWN);
    return answerWhole(response, Buffer.from(this.texts.page(`home.${language}`)!.text));
  }

  @Get('guides')
  guides(@Res() response: Response): unknown {
    const text = this.texts.guideIndex();
    return answer(response, { slug: '', title: 'Guides', lead: '', text }, '/guides.md');
  }

  @Get('guides.md')
  @Header('Content-Type', MARKDOWN)
  guidesText(): string {
    return this.texts.guideIndex();
  }

  @Get('guides/:slug')
  guide(@Param('slug') slug: string, @Res() response: Response): unknown {
    const guide = this.texts.guides().find((each) => each.slug === slug.replace(/\.md$/, ''));
    if (guide === undefined) throw RouteNotFound(`/guides/${slug}`);
    if (!slug.endsWith('.md')) return answer(response, guide, `/guides/${slug}.md`);
    response.set('Content-Type', MARKDOWN);
    return answerWhole(response, Buffer.from(guide.text));
  }

  @Get('changelog')
  changelog(@Res() response: Response): unknown {
    return answer(response, this.texts.page('changelog')!, '/changelog.md');
  }

  @Get('changelog.md')
  @Header('Content-Type', MARKDOWN)
  changelogText(): string {
    return this.texts.page('changelog')!.text;
  }

  @Get('problems.md')
  @Header('Content-Type', MARKDOWN)
  problemsText(): string {
    return this.texts.problems();
  }

  @Get('llms.txt')
  @Header('Content-Type', TEXT)
  summary(): string {
    return this.texts.summary();
  }

  @Get('llms-full.txt')
  @Header('Content-Type', TEXT)
  everything(): string {
    return this.texts.everything();
  }
}

function answer(response: Response, { title, text }: PageText, markdownAt: string, language?: PageLanguage): unknown {
  const html = page(title, markdown(text), { markdownAt, ...(language && { language }) });
  response.set({ 'Content-Type': HTML, 'Content-Security-Policy': PAGE_POLICY });
  return answerWhole(response, Buffer.from(html));
}
