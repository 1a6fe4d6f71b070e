import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #e2e6ec; --paper: #fff; --tint: #f5f7fa; --accent: #0b6e4f;
  --client: #8a5a00; --client-tint: #fff4dc; --server: #a02020; --server-tint: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa5b4; --line: #2a323d; --paper: #11161d; --tint: #1a212a; --accent: #54c79f;
  --client: #f0c26a; --client-tint: #33290f; --server: #f29a9a; --server-tint: #391a1a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1.5rem; }
header { display: flex; gap: 1.5rem; align-items: baseline; padding-top: 1.5rem; padding-bottom: 1.5rem; }
header b { font-size: 1.05rem; letter-spacing: -.01em; margin-right: auto; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.02em; margin: 1rem 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: .8rem; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); margin: 2.25rem 0 .5rem; }
p { margin: .5rem 0; } .lead { font-size: 1.1rem; } .soft { color: var(--soft); }
code, pre { font: .9em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.15rem; overflow-x: auto; margin: .5rem 0; }
.badge { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; font-size: .85rem; font-weight: 600; color: var(--client); background: var(--client-tint); }
.badge.server { color: var(--server); background: var(--server-tint); }
.list { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.list li { padding: .7rem 0; border-bottom: 1px solid var(--line); }
.list code { font-weight: 600; } .list p { margin: .15rem 0 0; color: var(--soft); font-size: .95rem; }
footer { padding-top: 2.5rem; padding-bottom: 2.5rem; color: var(--soft); font-size: .9rem; }
`;

/** The content security policy of a page: nothing is loaded, its inline style is allowed by its hash, and it has no script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for developers around its content. Everything in it is escaped by the renderer, but for the constant style. */
export function page(title: string, content: ComponentChildren): string {
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Centavo`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header>
          <b>Centavo</b>
          <a href="/docs">API explorer</a>
          <a href="/problems">Problems</a>
        </header>
        <main>{content}</main>
        <footer>
          Centavo API 1.0.0 · <a href="/openapi.json">OpenAPI document</a>
        </footer>
      </body>
    </html>,
  )}`;
}
