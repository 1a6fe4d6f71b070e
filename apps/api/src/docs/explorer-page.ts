import { html } from './html.js';

/** How the explorer is set up: it calls nobody but this service, and offers nothing that would. */
const CONFIGURATION = {
  url: '/openapi.json',
  // The page's own address, whatever name the service is reached by.
  servers: [{ url: '/' }],
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  defaultOpenAllTags: false,
  layout: 'modern',
  theme: 'default',
  metaData: { title: 'Centavo API' },
};

export const START_SCRIPT = `Scalar.createApiReference('#explorer', ${JSON.stringify(CONFIGURATION)});\n`;

/**
 * Gives the style elements that the explorer makes while it runs the nonce of the page, as it does not do so itself. Only
 * with it may they take effect.
 */
export const STYLES_SCRIPT = `{
  const { nonce } = document.currentScript;
  const create = document.createElement;
  document.createElement = function (name, ...options) {
    const element = create.call(this, name, ...options);
    if (String(name).toLowerCase() === 'style') element.nonce = nonce;
    return element;
  };
}
`;

/** What the explorer may load: its own scripts, the styles that they make, its document, and answers of this service. */
export function explorerPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    // Markdown and highlighted code come with attributes of their own.
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function explorerPage(nonce: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Centavo API</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <div id="explorer"></div>
        <noscript>The explorer needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> does not.</noscript>
        <script src="/docs/styles.js" nonce="${nonce}"></script>
        <script src="/docs/explorer.js"></script>
        <script src="/docs/start.js"></script>
      </body>
    </html> `.text;
}
