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
header, main, footer { max-width: 48rem; margin: 0 auto; padding: 0 1.5rem; }
header { display: flex; gap: 1.5rem; align-items: baseline; padding-top: 1.5rem; padding-bottom: 1.5rem; }
header b { font-size: 1.05rem; letter-spacing: -.01em; margin-right: auto; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.02em; margin: 1rem 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: .8rem; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); margin: 2.25rem 0 .5rem; }
p { margin: .5rem 0; } .lead { font-size: 1.1rem; } .soft { color: var(--soft); }
code, pre { font: .85em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.15rem; margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; font-size: .85rem; font-weight: 600; color: var(--client); background: var(--client-tint); }
.badge.server { color: var(--server); background: var(--server-tint); }
.list { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
table { border-collapse: collapse; font-size: .95rem; } .wide { overflow-x: auto; } td code { overflow-wrap: anywhere; }
th, td { text-align: left; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
ul, ol { padding-left: 1.3rem; } h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.copied { position: relative; } .copied pre { padding-top: 2.4rem; } .copied button { position: absolute; top: .5rem; right: .5rem; font: .8rem system-ui, sans-serif; color: var(--soft);
  background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; padding: .15rem .5rem; cursor: pointer; }
.list li { padding: .7rem 0; border-bottom: 1px solid var(--line); }
.list code { font-weight: 600; } .list p { margin: .15rem 0 0; color: var(--soft); font-size: .95rem; }
footer { padding-top: 2.5rem; padding-bottom: 2.5rem; color: var(--soft); font-size: .9rem; }
`;

/** Adds a copy button to each code block. Without JavaScript, readers can still select the code. */
const SCRIPT = `
for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div');
  frame.className = 'copied';
  block.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = document.documentElement.lang === 'en' ? 'Copy' : 'Copiar';
  button.onclick = () => navigator.clipboard.writeText(block.textContent).then(() => { button.textContent = '✓'; });
  frame.append(block, button);
}
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Content Security Policy of the pages. They load nothing; hashes allow the inline style and script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export type PageLanguage = 'en' | 'es-MX';

const MENU: Readonly<Record<PageLanguage, readonly (readonly [string, string])[]>> = {
  en: [
    ['/guides', 'Guides'],
    ['/docs', 'API explorer'],
    ['/problems', 'Problems'],
    ['/developers', 'Developer area'],
  ],
  'es-MX': [
    ['/guides', 'Guías'],
    ['/docs', 'Explorador'],
    ['/problems', 'Errores'],
    ['/developers', 'Área de desarrolladores'],
  ],
};

const FOOT: Readonly<Record<PageLanguage, readonly (readonly [string, string])[]>> = {
  en: [
    ['/openapi.json', 'OpenAPI document'],
    ['/postman.json', 'Postman collection'],
    ['/changelog', 'Changelog'],
    ['/health/ready', 'Status'],
    ['/llms.txt', 'llms.txt'],
  ],
  'es-MX': [
    ['/openapi.json', 'Documento OpenAPI'],
    ['/postman.json', 'Colección de Postman'],
    ['/changelog', 'Cambios'],
    ['/health/ready', 'Estado'],
    ['/llms.txt', 'llms.txt'],
  ],
};

interface PageOptions {
  readonly language?: PageLanguage;
  readonly markdownAt?: string;
}

/** Renders a page for developers. Escapes everything except the constant style and script. */
export function page(
  title: string,
  content: ComponentChildren,
  { language = 'en', markdownAt }: PageOptions = {},
): string {
  return `<!doctype html>${renderToString(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === 'Centavo' ? title : `${title} · Centavo`}</title>
        <link rel="icon" href="data:," />
        {markdownAt && <link rel="alternate" type="text/markdown" href={markdownAt} />}
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header>
          <b>
            <a href="/">Centavo</a>
          </b>
          <nav>
            {MENU[language].map(([address, label]) => (
              <a href={address}>{label}</a>
            ))}
          </nav>
        </header>
        <main>{content}</main>
        <footer>
          Centavo API 1.0.0
          {FOOT[language].map(([address, label]) => (
            <>
              {' · '}
              <a href={address}>{label}</a>
            </>
          ))}
          {markdownAt && (
            <>
              {' · '}
              <a href={markdownAt}>Markdown</a>
            </>
          )}
        </footer>
        <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      </body>
    </html>,
  )}`;
}
