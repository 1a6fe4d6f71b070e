import { html } from './html.js';

/** How the explorer is set up: it calls nobody but this service, and keeps no key once the page is left. */
const CONFIGURATION = {
  dom_id: '#explorer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // The usual one sends the document to somebody else.
  validatorUrl: null,
};

/**
 * The operations are called at the page's own address, whatever name the service is reached by. The examples of what nobody has
 * to give would be filled in: every call would have the same Idempotency-Key, and every list would go on from a cursor.
 */
export const START_SCRIPT = `(async () => {
  const answer = await fetch('/openapi.json');
  const spec = { ...(await answer.json()), servers: [{ url: '/' }] };
  for (const operation of Object.values(spec.paths).flatMap(Object.values)) {
    for (const parameter of operation.parameters ?? []) if (!parameter.required) delete parameter.example;
  }
  const presets = [SwaggerUIBundle.presets.apis];
  SwaggerUIBundle({ ...${JSON.stringify(CONFIGURATION)}, presets, spec });
})();
`;

/** What the explorer may load: its own script and styles, its document, and answers of this service. */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // What it draws comes with style attributes.
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const EXPLORER_PAGE = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Centavo API</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/docs/swagger-ui.css" />
    </head>
    <body>
      <div id="explorer"></div>
      <noscript>The explorer needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> does not.</noscript>
      <script src="/docs/swagger-ui.js"></script>
      <script src="/docs/start.js"></script>
    </body>
  </html> `.text;
