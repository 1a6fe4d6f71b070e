import type { VNode } from 'preact';
import type { ProblemKind } from '@app/kernel';
import { EXAMPLE_ID, problemBody } from '@app/kernel';
import { remedyFor } from './remedies.js';
import { page } from './page.js';

/** The page of one kind of problem, which its `type` is the address of. */
export function problemPage(kind: ProblemKind, problemsBase: string): string {
  const example = problemBody(kind.example(), problemsBase, EXAMPLE_ID);
  const headers = Object.entries(kind.example().extras.headers ?? {});
  const head = [
    `HTTP/1.1 ${kind.status} ${kind.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  return page(
    kind.code,
    <>
      <p>
        <span class={kind.status >= 500 ? 'badge server' : 'badge'}>{`${kind.status} ${kind.title}`}</span>
      </p>
      <h1>
        <code>{kind.code}</code>
      </h1>
      <p class="lead">{sentence(kind.meaning)}</p>
      <h2>What to do</h2>
      <p>{sentence(remedyFor(kind))}</p>
      <h2>Example</h2>
      <pre>{`${head}\n\n${JSON.stringify(example, null, 2)}`}</pre>
    </>,
  );
}

/** The page that lists every kind of problem. */
export function problemIndexPage(kinds: readonly ProblemKind[]): string {
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)) as [string, ProblemKind[]][];
  return page(
    'Problems',
    <>
      <h1>Problems</h1>
      <p class="lead">
        What the API answers when a request fails, as <code>application/problem+json</code>.
      </p>
      <p class="soft">
        Let your program look at <code>code</code>: it never changes. <code>detail</code> is for a person, and may.
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
                <p>{sentence(meaning)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>,
  );
}

/** A sentence of the catalogue, in which backticks enclose code. */
function sentence(text: string): VNode[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : <>{part}</>));
}
