import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });
const text = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();

const GUIDES = readdirSync('docs/guides')
  .map((name) => name.replace(/\.md$/, ''))
  .filter((name) => !name.startsWith('home'));
const PAGES = ['/', '/guides', '/changelog', '/problems', ...GUIDES.map((guide) => `/guides/${guide}`)];

describe('front page', () => {
  it.each([
    [undefined, 'es-MX', 'Cinco minutos'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es-MX', 'Cinco minutos'],
    ['en-GB,en;q=0.9', 'en', 'Five minutes'],
  ] as const)('the front page for Accept-Language %s has the language %s', async (accepted, language, heading) => {
    const answer = await get('/', accepted === undefined ? {} : { 'accept-language': accepted });
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, expect.stringContaining('Accept-Language')]);
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(heading);
    expect(page).toContain(`export CENTAVO_URL=${service.url}`);
    expect(page).toContain('@centavo/sdk');
  });
});

describe('the pages', () => {
  it('pages link only to existing pages', async () => {
    const links = new Set<string>();
    for (const path of PAGES) {
      for (const [, href] of (await text(path)).matchAll(/href="([^"]+)"/g)) {
        if (href!.startsWith('data:') || href!.startsWith('http')) continue;
        links.add(new URL(href!, service.url + path).pathname);
      }
    }
    expect(links.size).toBeGreaterThan(20);
    links.delete('/health/ready');
    const answers = await Promise.all([...links].map(async (path) => [path, (await get(path)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  it.each(PAGES)('%s has a Markdown copy and does not load external resources', async (path) => {
    const answer = await get(path);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const [, copy] = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(await answer.text())!;
    const markdown = await get(copy!);
    expect([markdown.status, markdown.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await markdown.text()).toMatch(/^# \S/);
  });

  it('problem pages have a Markdown copy, and unknown pages return 404', async () => {
    expect(await text('/problems/account-not-found.md')).toContain('# ACCOUNT_NOT_FOUND');
    for (const path of [
      '/guides/nothing',
      '/guides/nothing.md',
      '/guides/home.en',
      '/problems/nothing.md',
      '/guides/..%2Fhome.en',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('the files for language models', () => {
  it('llms.txt lists every guide and has no broken links', async () => {
    const summary = await text('/llms.txt');
    expect(summary).toMatch(/^# Centavo\n\n> /);
    for (const guide of GUIDES) expect(summary).toContain(`/guides/${guide}.md`);
    const addresses = [...summary.matchAll(/\]\((\S+)\)/g)].map(([, address]) => new URL(address!).pathname);
    for (const path of addresses) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('llms-full.txt contains all guides', async () => {
    const everything = await text('/llms-full.txt');
    for (const heading of ['# Personal finance', '# Errors', '# Receiving webhooks', '# Changelog', '# Problems']) {
      expect(everything).toContain(`\n${heading}`.trimStart());
    }
  });
});
