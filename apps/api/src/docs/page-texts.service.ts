import { readdirSync, readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { problemCatalogue, Settings } from '@app/kernel';
import { errorCatalogue } from './error-catalogue.js';
import { leadOf, titleOf } from './markdown.js';

/** A page that is written in Markdown. */
export interface PageText {
  readonly slug: string;
  readonly title: string;
  /** Its first paragraph. */
  readonly lead: string;
  readonly text: string;
}

/** Where scripts/bundle.mjs puts docs/guides and the changelog: beside the folder of the programs. */
const FOLDER = new URL('../guides/', import.meta.url);
const NO_GUIDES = ['home.en', 'home.es-MX', 'changelog'];
/** The pages to read first; the others follow by their titles. */
const FIRST = [
  'tour',
  'importing-a-statement',
  'paging-and-changes',
  'idempotency-and-retries',
  'concurrency',
  'errors',
];

/** The pages for developers that are written in Markdown, as the build holds them. */
@Injectable()
export class PageTexts {
  private readonly read = new Map<string, PageText>();

  constructor(private readonly settings: Settings) {}

  /** A page by the name of its file; undefined where there is none. */
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

  /** The list of guides as Markdown. */
  guideIndex(): string {
    const entries = this.guides().map(({ slug, title, lead }) => `- [${title}](/guides/${slug}.md): ${lead}`);
    return `# Guides\n\nEach has requests with curl and a program in TypeScript, which run as they are written.\n\n${entries.join('\n')}\n`;
  }

  /** What a language model reads first, in the form of llmstxt.org. */
  summary(): string {
    const { baseUrl } = this.settings;
    const guides = this.guides().map(({ slug, title, lead }) => `- [${title}](${baseUrl}/guides/${slug}.md): ${lead}`);
    return [
      '# Centavo',
      '',
      `> ${this.page('home.en')!.lead}`,
      '',
      'Requests carry `Authorization: Bearer` with an API key or an OAuth access token. Amounts are strings with two decimals. What fails answers `application/problem+json`, whose `code` never changes.',
      '',
      '## Docs',
      '',
      `- [Quick start](${baseUrl}/index.md): five minutes with curl and the SDK.`,
      `- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every operation with its schemas, problems and examples.`,
      `- [Problems](${baseUrl}/problems.md): what each error means and what to do.`,
      '',
      '## Guides',
      '',
      ...guides,
      '',
      '## Optional',
      '',
      `- [Changelog](${baseUrl}/changelog.md): what changed.`,
      `- [Postman collection](${baseUrl}/postman.json): every operation as a request that runs.`,
      `- [All of it in one file](${baseUrl}/llms-full.txt)`,
      '',
    ].join('\n');
  }

  /** Every page in one text. */
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
