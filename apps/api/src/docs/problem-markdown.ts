import type { ProblemKind } from '@app/kernel/pure';
import { problemText } from './error-catalogue.js';
import { fieldCodesOf } from './fields-of-problem.js';
import type { OpenApi } from './openapi-types.js';
import { operationsOfProblem } from './operations-of-problem.js';

export function problemMarkdown(kind: ProblemKind, document: OpenApi): string {
  const codes = fieldCodesOf(kind).map((code) => `\`${code}\``);
  const { all, operations } = operationsOfProblem(document, kind);
  const answering = operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`);
  return [
    `# ${kind.code}`,
    problemText(kind),
    ...(codes.length > 0 ? ['## Field codes', codes.join(', ')] : []),
    '## Operations',
    all ? 'Every operation can return this problem.' : answering.join('\n'),
    '',
  ].join('\n\n');
}
