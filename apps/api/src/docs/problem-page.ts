import type { ProblemKind } from '@app/kernel';
import { EXAMPLE_ID, problemBody } from '@app/kernel';
import { remedyFor } from './remedies.js';
import type { Html } from './html.js';
import { html } from './html.js';
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
    html`<p>${badge(kind.status, `${kind.status} ${kind.title}`)}</p>
      <h1><code>${kind.code}</code></h1>
      <p class="lead">${plain(kind.meaning)}</p>
      <h2>What to do</h2>
      <p>${plain(remedyFor(kind))}</p>
      <h2>Example</h2>
      <pre>
${head}

${JSON.stringify(example, null, 2)}</pre>`,
  );
}

/** The page that lists every kind of problem. */
export function problemIndexPage(kinds: readonly ProblemKind[]): string {
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)) as [string, ProblemKind[]][];
  return page(
    'Problems',
    html`<h1>Problems</h1>
      <p class="lead">What the API answers when a request fails, as <code>application/problem+json</code>.</p>
      <p class="soft">
        Let your program look at <code>code</code>: it never changes. <code>detail</code> is for a person, and may.
      </p>
      ${byStatus.map(
        ([status, group]) =>
          html`<h2>${status} ${group[0]!.title}</h2>
            <ul class="list">
              ${group.map(
                ({ code, slug, meaning }) =>
                  html`<li>
                    <a href="/problems/${slug}"><code>${code}</code></a>
                    <p>${plain(meaning)}</p>
                  </li> `,
              )}
            </ul> `,
      )}`,
  );
}

function badge(status: number, text: string): Html {
  return status >= 500 ? html`<span class="badge server">${text}</span>` : html`<span class="badge">${text}</span>`;
}

/** A sentence of the catalogue, in which backticks set off what stands in code. */
function plain(sentence: string): Html[] {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
