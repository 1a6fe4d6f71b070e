import { readdirSync, readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { problemCatalogue, Settings } from '@app/kernel';
import { errorCatalogue } from './error-catalogue.js';
import { leadOf, titleOf } from './markdown.js';

export interface PageText {
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
  readonly text: string;
}

/** Folder into which scripts/bundle.mjs copies docs/guides and the changelog. */
const FOLDER = new URL('../guides/', import.meta.url);
const NO_GUIDES = ['home.en', 'home.es-MX', 'changelog'];
/** Guides at the beginning of the list. The others are sorted by title. */
const FIRST = [
  'tour',
  'importing-a-statement',
  'pdf-statements',
  'paging-and-changes',
  'idempotency-and-retries',
  'concurrency',
  'errors',
];

@Injectable()
export class PageTexts {
  private readonly read = new Map<string, PageText>();

  constructor(private readonly settings: Settings) {}

  page(slug: string): PageText | undefined {
    if (!this.slugs().includes(slug)) return undefined;
    let page = this.read.get(slug);
    if (page === undefined) {
      const text = readFileSync(new URL(`${slug}.md`, FOLDER), 'utf8').replaceAll('{{baseUrl}}', this.settings.baseUrl);
      page = { slug, title: titleOf(text), lead: leadOf(text), text };
      this.read.set(slug, page);
    }
    return page;
  }

  guides(): PageText[] {
    const guides = this.slugs().filter((slug) => !NO_GUIDES.includes(slug));
    return guides.map((slug) => this.page(slug)!).sort((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
  }

  guideIndex(): string {
    const entries = this.guides().map(({ slug, title, lead }) => `- [${title}](/guides/${slug}.md): ${lead}`);
    return `# Guides\n\nEach has curl requests and a TypeScript program, all tested.\n\n${entries.join('\n')}\n`;
  }

  /** Returns llms.txt, an index of the pages for language models. Source: llmstxt.org. */
  summary(): string {
    const { baseUrl } = this.settings;
    const guides = this.guides().map(({ slug, title, lead }) => `- [${title}](${baseUrl}/guides/${slug}.md): ${lead}`);
    return [
      '# Centavo',
      '',
      `> ${this.page('home.en')!.lead}`,
      '',
      'Send an API key or OAuth access token as `Authorization: Bearer`. Amounts are strings with two decimals. Errors are `application/problem+json`; their `code` never changes.',
      '',
      '## Docs',
      '',
      `- [Quick start](${baseUrl}/index.md): five minutes with curl and the SDK.`,
      `- [OpenAPI 3.1 document](${baseUrl}/openapi.json): all operations with schemas, problems and examples.`,
      `- [Problems](${baseUrl}/problems.md): meaning and remedy of each error.`,
      '',
      '## Guides',
      '',
      ...guides,
      '',
      '## Optional',
      '',
      `- [Changelog](${baseUrl}/changelog.md): changes to the API.`,
      `- [Postman collection](${baseUrl}/postman.json): every operation as a tested request.`,
      `- [All pages in one file](${baseUrl}/llms-full.txt)`,
      '',
    ].join('\n');
  }

  everything(): string {
    const pages = [this.page('home.en')!, ...this.guides(), this.page('changelog')!].map(({ text }) => text.trim());
    return `${[...pages, this.problems().trim()].join('\n\n---\n\n')}\n`;
  }

  problems(): string {
    return errorCatalogue(problemCatalogue());
  }

  private slugs(): string[] {
    return readdirSync(FOLDER)
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -'.md'.length));
  }
}

function place({ slug }: PageText): number {
  const found = FIRST.indexOf(slug);
  return found < 0 ? FIRST.length : found;
}
