import { spawnSync } from 'node:child_process';

interface Step {
  readonly commands: string;
  readonly answer: string | null;
}

const SEPARATOR = '--- end of step ---';

/** The examples use jq to shorten responses. */
export const HAS_JQ = spawnSync('jq', ['--version']).status === 0;

export function stepsOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language,
    text: text!,
  }));
  return blocks.flatMap(({ language, text }, at) => {
    const next = blocks[at + 1];
    return language === 'sh' ? [{ commands: text, answer: next?.language === 'json' ? next.text : null }] : [];
  });
}

/** Returns a script that runs all steps in one shell and prints a separator after each. */
export function scriptOf(steps: readonly Step[]): string {
  return ['set -euo pipefail', ...steps.flatMap(({ commands }) => [commands, `echo; echo '${SEPARATOR}'`])].join('\n');
}

/** Returns the responses on the page and those that the script printed, with IDs and times masked. */
export function comparedAnswers(
  steps: readonly Step[],
  output: string,
): { readonly shown: unknown[][]; readonly printed: unknown[][] } {
  const outputs = output.split(SEPARATOR);
  const answered = steps.flatMap(({ answer }, at) => (answer === null ? [] : [{ answer, output: outputs[at] ?? '' }]));
  return {
    shown: answered.map(({ answer }) => valuesOf(answer)),
    printed: answered.map(({ output: text }) => valuesOf(text)),
  };
}

function valuesOf(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending += line;
    if (pending.trim() === '') continue;
    try {
      values.push(JSON.parse(masked(pending)));
      pending = '';
    } catch {
      // The JSON value continues on the next line.
    }
  }
  return pending.trim() === '' ? values : [...values, pending];
}

function masked(json: string): string {
  return json
    .replaceAll(/"(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|…)"/g, '"<id>"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"');
}
