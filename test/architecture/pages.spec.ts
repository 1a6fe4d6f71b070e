import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
  'packages/sdk/README.md',
];

const prose = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, '');
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string) => [...prose(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchorOf(title!));

function brokenLinks(page: string): string[] {
  const links = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links
    .filter((link) => !/^(https?:|\/|mailto:)/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    })
    .map((link) => `${page}: ${link}`);
}

describe('the Markdown pages', () => {
  it('Markdown pages have no broken links', () => {
    expect(PAGES.length).toBeGreaterThan(50);
    expect(PAGES.flatMap(brokenLinks)).toEqual([]);
  });
});

describe('the README', () => {
  it('the README has at most 7,000 bytes', () => {
    expect(statSync(join(ROOT, 'README.md')).size).toBeLessThanOrEqual(7_000);
  });

  it('code in the README has at most 80 characters per line', () => {
    const blocks = [...read('README.md').matchAll(/^ *```\w*\n(.*?)^ *```$/gms)].map(([, code]) => code!);
    expect(blocks.length).toBeGreaterThan(8);
    expect(blocks.flatMap((code) => code.split('\n')).filter((line) => line.length > 80)).toEqual([]);
  });
});
