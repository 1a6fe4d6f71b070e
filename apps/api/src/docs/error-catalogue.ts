import type { ProblemKind } from '@app/kernel/pure';
import { remedyFor } from './remedies.js';

const INTRODUCTION = `# Problems

All problems that the API returns, by status. An error is \`application/problem+json\` with \`type\`, \`title\`, \`status\`, \`detail\`,
\`code\` and \`requestId\`. \`errors\` lists invalid fields, parameters and headers. Each problem has a page at the URL in its \`type\`.

\`npm run docs\` generates this file. See [add a problem](how-to/add-a-problem.md).`;

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

/** Returns a description of a problem in Markdown: its status, meaning, remedy and an example. */
export function problemText(kind: ProblemKind): string {
  const { status, title, meaning } = kind;
  return `${status} ${title}. ${meaning}\n\n${remedyFor(kind)}\n\n> ${kind.example().detail}`;
}
