import type { ProblemKind } from '@app/kernel/pure';
import { EXAMPLE_ID, problemBody } from '@app/kernel/pure';
import { fieldCodesOf } from './fields-of-problem.js';
import type { OpenApi } from './openapi-types.js';
import { remedyFor } from './remedies.js';
import { inline } from './markdown.js';
import { operationsOfProblem } from './operations-of-problem.js';
import { page } from './page.js';

export function problemPage(kind: ProblemKind, problemsBase: string, document: OpenApi): string {
  const example = problemBody(kind.example(), problemsBase, EXAMPLE_ID);
  const headers = Object.entries(kind.example().extras.headers ?? {});
  const head = [
    `HTTP/1.1 ${kind.status} ${kind.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  const answered = operationsOfProblem(document, kind);
  const fieldCodes = fieldCodesOf(kind);
  return page(
    kind.code,
    <>
      <p>
        <span class={kind.status >= 500 ? 'badge server' : 'badge'}>{`${kind.status} ${kind.title}`}</span>
      </p>
      <h1>
        <code>{kind.code}</code>
      </h1>
      <p class="lead">{inline(kind.meaning)}</p>
      <h2>What to do</h2>
      <p>{inline(remedyFor(kind))}</p>
      {fieldCodes.length > 0 && (
        <>
          <h2>Field codes</h2>
          <p>
            Each element of <code>errors</code> has one of these codes and a <code>pointer</code>,{' '}
            <code>parameter</code> or <code>header</code>.
          </p>
          <p>
            {fieldCodes.map((code) => (
              <>
                <code>{code}</code>{' '}
              </>
            ))}
          </p>
        </>
      )}
      <h2>Operations</h2>
      {answered.all && <p>Every operation can return this problem.</p>}
      {!answered.all && (
        <ul class="list">
          {answered.operations.map(({ method, path, summary, address }) => (
            <li key={address}>
              <a href={address}>
                <code>{`${method} ${path}`}</code>
              </a>
              <p>{summary}</p>
            </li>
          ))}
        </ul>
      )}
      <h2>Example</h2>
      <pre>{`${head}\n\n${JSON.stringify(example, null, 2)}`}</pre>
    </>,
    { markdownAt: `/problems/${kind.slug}.md` },
  );
}

export function problemIndexPage(kinds: readonly ProblemKind[]): string {
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)) as [string, ProblemKind[]][];
  return page(
    'Problems',
    <>
      <h1>Problems</h1>
      <p class="lead">
        Errors of the API, as <code>application/problem+json</code>.
      </p>
      <p class="soft">
        Branch on <code>code</code>; it never changes. <code>detail</code> is a message for people and may change.
      </p>
      {byStatus.map(([status, group]) => (
        <section key={status}>
          <h2>{`${status} ${group[0]!.title}`}</h2>
          <ul class="list">
            {group.map(({ code, slug, meaning }) => (
              <li key={code}>
                <a href={`/problems/${slug}`}>
                  <code>{code}</code>
                </a>
                <p>{inline(meaning)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>,
    { markdownAt: '/problems.md' },
  );
}
