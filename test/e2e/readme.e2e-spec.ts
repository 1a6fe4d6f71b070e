import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { OpenapiCheck } from './support/openapi-check.js';
import { documentOf } from './support/openapi-check.js';

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly answer: object;
}

/** The requests of the tour of which the answer is shown in full: on one line, as the service writes it. */
function shownInFull(readme: string): Shown[] {
  const blocks = [...readme.matchAll(/^```(sh|json)\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(([, language, text], at) => {
    const before = blocks[at - 1];
    if (language !== 'json' || before?.[1] !== 'sh') return [];
    const requests = before[2]!
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.startsWith('api '));
    const answers = text!.trim().split('\n');
    if (answers.length !== requests.length) return [];
    return requests.flatMap((request, n) => {
      if (!/^\{"/.test(answers[n]!)) return [];
      const method = /-X (\w+)/.exec(request)?.[1] ?? (/ -[dF] /.test(request) ? 'POST' : 'GET');
      return [
        { method, path: /localhost:3000(\/[^ '?]+)/.exec(request)![1]!, answer: JSON.parse(answers[n]!) as object },
      ];
    });
  });
}

let service: Service;
let check: OpenapiCheck;

beforeAll(async () => {
  service = await sharedApi();
  check = (await documentOf(service.url))!;
});
afterAll(() => service.stop());

describe('the tour of the README', () => {
  const shown = shownInFull(readFileSync('README.md', 'utf8'));

  it('shows some answers in full', () => {
    expect(shown.length).toBeGreaterThan(8);
  });

  it.each(shown)('shows what $method $path answers, with every field', ({ method, path, answer }) => {
    const status = method === 'POST' ? 201 : 200;
    const headers = { 'content-type': 'application/json', etag: '"as it is"' };
    const fits = () => check.answerFits(method, path, { status, headers, text: JSON.stringify(answer), body: answer });
    expect(fits).not.toThrow(/schema/);
  });
});
