// Finds unclear wording in comments, test titles and pages, as part of `npm run check`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Rules, each with a sentence that breaks it and a better one. The unit test checks both sentences. */
export const RULES = [
  {
    pattern:
      /^(what|whether|whoever|whatever|whom|nobody|none|where|how(?! to)|who|which|as much as|so many)\b(?!.*\?$)/i,
    advice: 'Start with a verb or a noun phrase.',
    bad: 'Whether the account is archived.',
    good: 'True if the account is archived.',
  },
  {
    pattern: /\bwhat (is|was|are|were|has|had|it|they|the|others|nobody|follows|came|can|may|must|does)\b(?!.*\?$)/i,
    advice: 'Use a noun.',
    bad: 'It deletes what is left.',
    good: 'It deletes the remaining rows.',
  },
  {
    pattern: /\b(whoever|whomever|anew|therein|thereby|wherein|amid|be it|lest|albeit|hither)\b/i,
    advice: 'Use a modern word.',
    bad: 'The worker fetches the rows anew.',
    good: 'The worker fetches the rows again.',
  },
  {
    pattern: /(?<!\bthere )\b(is|was) no (?!longer|more|later|earlier|less|different)[a-z]+/i,
    advice: 'Write "is not a".',
    bad: 'The value is no date.',
    good: 'The value is not a date.',
  },
  {
    pattern: /\b(is|are|was|were|be|been|being) (told|said|asked|heard|meant|given back|taken back|let in)\b(?! to\b)/i,
    advice: 'Name who does what.',
    bad: 'Subscribers are told of it.',
    good: 'The job notifies subscribers.',
  },
  {
    pattern: /\b(of|in|by) (its|their|his|her) own\b/i,
    advice: 'Say whose it is, or leave it out.',
    bad: 'Each job has a connection of its own.',
    good: 'Each job has its own connection.',
  },
  {
    pattern:
      /\b(beside|goes on|went on|go on)\b|\bstands? (there|by itself|in for|at|beside|above|below|alone|still)\b/i,
    advice: 'Write "next to", "continues" or "is".',
    bad: 'The count stands beside the name.',
    good: 'The count is next to the name.',
  },
  {
    pattern: /\bso (much|many|long) (as|that)\b|\bat all\b|\bof none\b/i,
    advice: 'Use a simpler comparison, or "if there are no rows".',
    bad: 'It waits so long that the lock is released.',
    good: 'It waits until the lock is released.',
  },
  {
    pattern: /\bcontract(,)? section|\bsource: contract\b/i,
    advice: 'Cite only documents that readers have.',
    bad: 'Source: contract section 7.',
    good: 'Source: RFC 9457 section 3.',
  },
];

const SKIPPED =
  /(^|\/)(generated|fixtures|golden|strangers|statements|cases)\/|messages-es|\.es-MX\.md$|plain-language/;

export function brokenRule(sentence) {
  return RULES.find(({ pattern }) => pattern.test(sentence));
}

export function sentencesOf(text) {
  const prose = text.replace(/`[^`]*`/g, 'X').replace(/\{@link [^}]*\}/g, 'X');
  return prose.split(/(?<=[.;:?!])\s+(?=["'(A-ZX])/).filter((sentence) => sentence.trim().split(/\s+/).length >= 3);
}

/** Yields each piece of prose in a file, with its offset. */
function* proseOf(file, text) {
  if (file.endsWith('.md')) {
    const withoutCode = text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
    for (const { 0: block, index } of withoutCode.matchAll(/(?:^(?!\s*$).*\n?)+/gm)) {
      for (const cell of /^\s*\|/.test(block) ? block.split(/[|\n]/) : [block.replace(/^[#>\-*\d. ]+/gm, '')]) {
        yield [cell.replace(/\s+/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'), index];
      }
    }
    return;
  }
  for (const { 1: block, 2: lines, index } of text.matchAll(
    /\/\*\*([\s\S]*?)\*\/|(?<=^|\s)\/\/ (.*(?:\n\s*\/\/ .*)*)/g,
  )) {
    const body = (block ?? lines)
      .replace(/^\s*(\*|\/\/) ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (!/eslint|prettier|@ts-/.test(body)) yield [body.replace(/@(example|throws|see|default)\b.*$/, ''), index];
  }
  if (!/spec\.tsx?$/.test(file)) return;
  for (const { 2: title, index } of text.matchAll(
    /\b(?:it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g,
  )) {
    yield [title, index];
  }
}

function check() {
  const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.md'], { encoding: 'utf8' });
  const findings = files
    .split('\n')
    .filter((file) => file !== '' && !SKIPPED.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...proseOf(file, text)].flatMap(([prose, index]) =>
        sentencesOf(prose).flatMap((sentence) => {
          const rule = brokenRule(sentence.trim());
          return rule ? [`${file}:${text.slice(0, index).split('\n').length} ${rule.advice} ${sentence.trim()}`] : [];
        }),
      );
    });
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) check();
