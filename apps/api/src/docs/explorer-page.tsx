import { renderToString } from 'preact-render-to-string';

/** The settings of Swagger UI: it calls only this service, and forgets the key when the page is closed. */
const CONFIGURATION = {
  dom_id: '#explorer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // The default one sends the document to another service.
  validatorUrl: null,
};

/**
 * Operations are called at the page's own address, whatever name the service is reached by. Swagger UI would fill in the
 * examples of optional parameters: every call would have the same Idempotency-Key, and every list would start at a cursor.
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

/** The content security policy of the explorer: its own script and styles, and requests to this service. */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Swagger UI sets style attributes.
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const EXPLORER_PAGE = `<!doctype html>${renderToString(
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
      <noscript>
        The explorer needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> does not.
      </noscript>
      <script src="/docs/swagger-ui.js"></script>
      <script src="/docs/start.js"></script>
    </body>
  </html>,
)}`;
