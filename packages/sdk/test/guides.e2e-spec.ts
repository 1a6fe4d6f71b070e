import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Service } from '../../../test/e2e/support/api-process.js';
import { sharedApi } from '../../../test/e2e/support/api-process.js';
import { aDeveloper, aKeyOf } from '../../../test/e2e/support/browser.js';
import { anAccount, aHousehold } from '../../../test/e2e/support/household.js';
import { twoMembers } from '../../../test/e2e/support/members.js';
import { answer } from '../../../test/e2e/support/oauth-app.js';
import { comparedAnswers, HAS_JQ, scriptOf, stepsOf } from '../../../test/e2e/support/shown-answers.js';
import type { InstalledSdk } from './installed-sdk.js';
import { checkTypes, installedSdk, runProgram } from './installed-sdk.js';

/** Guides that have their own tests. The OAuth guide needs the consent of a user in the middle. */
const NOT_BY_THEMSELVES = ['oauth-for-an-app', 'tour'];
const GUIDES = readdirSync('docs/guides').map((name) => name.replace(/\.md$/, ''));
const RUN = GUIDES.filter((name) => !NOT_BY_THEMSELVES.includes(name));

let service: Service;
let sdk: InstalledSdk;
let env: Record<string, string>;

beforeAll(async () => {
  [service, sdk] = await Promise.all([sharedApi(), installedSdk()]);
  const { api, workspaceId } = await aHousehold(service);
  await twoMembers(service.database, workspaceId);
  env = { CENTAVO_URL: service.url, CENTAVO_TOKEN: api.token! };
  for (const guide of GUIDES) {
    mkdirSync(join(sdk.folder, guide));
    writeFileSync(join(sdk.folder, guide, 'guide.ts'), blocksOf(guide, 'ts'));
    writeFileSync(join(sdk.folder, guide, 'guide.sh'), `set -euo pipefail\n${blocksOf(guide, 'sh')}`);
  }
});
afterAll(async () => {
  sdk.remove();
  await service.stop();
});

describe('the guides', () => {
  it('each guide has curl commands and a TypeScript program, except for one guide without a program', () => {
    expect(GUIDES.length).toBeGreaterThan(8);
    expect(GUIDES.filter((guide) => !blocksOf(guide, 'sh').includes('curl'))).toEqual([]);
    expect(GUIDES.filter((guide) => blocksOf(guide, 'ts') === '')).toEqual([]);
  });

  it('the programs in the guides compile in a strict project', async () => {
    expect(
      await checkTypes(
        sdk.folder,
        GUIDES.map((guide) => join(guide, 'guide.ts')),
      ),
    ).toBe('');
  });

  it.each(RUN)('the commands and programs of the guide %s run as written', async (guide) => {
    const folder = join(sdk.folder, guide);
    const shell = await runProgram(folder, env, 'bash', 'guide.sh');
    expect(shell).not.toBe('');
    const output = await runProgram(folder, env, process.execPath, 'guide.ts');
    for (const line of promised(guide)) expect(output).toContain(line);
  });
});

(HAS_JQ ? describe : describe.skip)('the tour', () => {
  it('the tour shows the responses that its script receives, and its program prints the accounts', async () => {
    const { api } = await aHousehold(service);
    const env = { CENTAVO_URL: service.url, CENTAVO_TOKEN: api.token! };
    const folder = join(sdk.folder, 'tour');
    const steps = stepsOf(readFileSync('docs/guides/tour.md', 'utf8')).filter(
      ({ commands }) => !commands.startsWith('export CENTAVO_URL'),
    );
    writeFileSync(join(folder, 'answers.sh'), scriptOf(steps));
    const { shown, printed } = comparedAnswers(steps, await runProgram(folder, env, 'bash', 'answers.sh'));
    expect(shown.length).toBeGreaterThan(12);
    expect(printed).toEqual(shown);
    expect(await runProgram(folder, env, process.execPath, 'guide.ts')).toContain('Nómina 28048.00 MXN');
  });
});

describe('the guide to OAuth', () => {
  it('the program of the OAuth guide reads the accounts of a user who consents', async () => {
    const { browser } = await aDeveloper(service);
    const { key } = await aKeyOf(browser, 'Guía', 'read_write');
    await anAccount(service.client(key), { name: 'La de la persona', openingBalance: '7.00' });
    const folder = join(sdk.folder, 'oauth-for-an-app');
    expect(await runProgram(folder, env, 'bash', 'guide.sh')).toContain('client_id');
    const program = spawn(process.execPath, ['guide.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(program, 'exit');
    const output: string[] = [];
    for await (const line of createInterface({ input: program.stdout })) {
      output.push(line);
      const [, address] = /^Open (.+)$/.exec(line) ?? [];
      if (address === undefined) continue;
      const { pathname, search } = new URL(address);
      await browser.follow(await browser.get(pathname + search));
      expect((await fetch(await answer(browser, 'allow'))).status).toBe(200);
    }
    expect(await exited).toEqual([0, null]);
    expect(output).toContain('La de la persona 7.00 MXN');
  });
});

describe('the npm package of the SDK', () => {
  it('the package is smaller than 15 KB compressed and has no dependencies', async () => {
    const entry = join(sdk.folder, 'node_modules/@centavo/sdk/dist/index.js');
    const bundled = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      platform: 'neutral',
    });
    expect(gzipSync(bundled.outputFiles[0]!.contents).length).toBeLessThan(15_000);
    const manifest = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')) as Record<string, unknown>;
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
  });
});

/** Returns the code blocks of a guide in a language as one program, because later blocks continue earlier ones. */
function blocksOf(guide: string, language: 'sh' | 'ts'): string {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!);
  // The test sets the URL of the service and the API key, which readers set themselves.
  return blocks.filter((code) => !code.startsWith('export CENTAVO_URL')).join('\n');
}

/** Returns the output that a guide promises in comments after `console.log(…)`. */
function promised(guide: string): string[] {
  return [...blocksOf(guide, 'ts').matchAll(/console\.log\(.*\); \/\/ ([^:\n]+)/g)].map(([, words]) => words!);
}
