import type { ProblemKind } from '@app/kernel/pure';
import { remedyFor } from './remedies.js';

const INTRODUCTION = `# Problems

Every kind of problem that the API answers, by status. An answer is \`application/problem+json\` with \`type\`, \`title\`,
\`status\`, \`detail\`, \`code\` and \`requestId\`; where fields, parameters or headers are at fault, \`errors\` names them. Each
kind has a page at the address in its \`type\`.

This file is written by \`npm run docs\` from the catalogue in the code. How to add to it: [add a
problem](how-to/add-a-problem.md).`;

/** The catalogue of problems as a document in Markdown, as it stands in docs/errors.md. */
export function errorCatalogue(kinds: readonly ProblemKind[]): string {
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)) as [string, ProblemKind[]][];
  const chapters = byStatus.map(([status, group]) => {
    return [`## ${status} ${group[0]!.title}`, remedyFor(group[0]!), ...group.map(entry)].join('\n\n');
  });
  return `${[INTRODUCTION, ...chapters].join('\n\n')}\n`;
}

function entry(kind: ProblemKind): string {
  const { code, slug, meaning } = kind;
  return `### ${code}\n\n${meaning}\n\n- type: \`{PROBLEMS_BASE}/${slug}\`\n- detail: ${kind.example().detail}`;
}

/** What one kind of problem means, and what a client does about it, in Markdown. */
export function problemText(kind: ProblemKind): string {
  const { status, title, meaning } = kind;
  return `${status} ${title}. ${meaning}\n\n${remedyFor(kind)}\n\n> ${kind.example().detail}`;
}
