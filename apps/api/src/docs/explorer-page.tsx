import { renderToString } from 'preact-render-to-string';

/** Settings of Swagger UI. It calls only this service and forgets the key when the page closes. */
const CONFIGURATION = {
  dom_id: '#explorer',
  deepLinking: true,
  // With `list`, a search shows operations as well as tags.
  docExpansion: 'list',
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // The default validator would send the document to another service.
  validatorUrl: null,
};

/**
 * Script that starts the explorer. Makes requests go to the page's origin. Removes the examples of optional parameters
 * and form parts, because Swagger UI would send them. Makes the search ignore case and find operations as well as tags.
 */
export const START_SCRIPT = `(async () => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', paint);
  paint();
  const answer = await fetch('/openapi.json');
  const spec = { ...(await answer.json()), servers: [{ url: '/' }] };
  for (const operation of Object.values(spec.paths).flatMap(Object.values)) {
    for (const parameter of operation.parameters ?? []) if (!parameter.required) delete parameter.example;
    const form = operation.requestBody?.content?.['multipart/form-data'];
    if (form === undefined) continue;
    delete form.example;
    for (const [name, { description, format }] of Object.entries(form.schema.properties)) {
      // Swagger UI would send optional parts with placeholder values.
      if (!form.schema.required.includes(name)) { delete form.schema.properties[name]; continue; }
      form.schema.properties[name] = { type: 'string', description, ...(format === 'binary' && { format }) };
    }
  }
  const says = (operation, wanted) =>
    [operation.get('method'), operation.get('path'), operation.getIn(['operation', 'summary']), operation.getIn(['operation', 'operationId'])]
      .join(' ').toLowerCase().includes(wanted);
  const opsFilter = (tags, phrase) => {
    const wanted = phrase.trim().toLowerCase();
    return tags
      .map((tag, name) => (name.toLowerCase().includes(wanted) ? tag : tag.update('operations', (all) => all.filter((one) => says(one, wanted)))))
      .filter((tag) => tag.get('operations').size > 0);
  };
  const plugins = [() => ({ fn: { opsFilter } })];
  const presets = [SwaggerUIBundle.presets.apis];
  const onComplete = () => {
    // If the page that shows a new key opened the explorer, the explorer asks it for the key.
    if (!opener) return;
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== opener || origin !== location.origin || typeof data?.key !== 'string') return;
      explorer.preauthorizeApiKey('bearer', data.key);
    });
    opener.postMessage('key?', location.origin);
  };
  const explorer = SwaggerUIBundle({ ...${JSON.stringify(CONFIGURATION)}, presets, plugins, spec, onComplete });
})();
`;

export const EXPLORER_STYLE = `
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 20px; font: 15px system-ui, sans-serif; }
nav a { color: #0b6e4f; } html.dark-mode nav a { color: #54c79f; } html.dark-mode { color-scheme: dark; }
.swagger-ui .opblock .opblock-summary-path { word-break: break-word; }
.swagger-ui .info a, .swagger-ui .markdown p, .swagger-ui .renderedMarkdown p { overflow-wrap: anywhere; }
.swagger-ui .curl code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
.swagger-ui .responses-inner pre.microlight { padding-bottom: 3rem !important; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .scheme-container .wrapper { padding: 0 10px; }
  .swagger-ui .opblock-summary-description { display: none; }
  .swagger-ui .opblock-body, .swagger-ui .table-container, .swagger-ui .responses-wrapper { overflow-x: auto; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; } .swagger-ui .opblock-tag small { padding: 0; flex-basis: 100%; }
}
`;

export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
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
      <link rel="stylesheet" href="/docs/explorer.css" />
    </head>
    <body>
      <nav>
        <a href="/">Centavo</a>
        <a href="/guides">Guides</a>
        <a href="/problems">Problems</a>
        <a href="/developers">Developer area</a>
        <a href="/postman.json">Postman collection</a>
      </nav>
      <div id="explorer"></div>
      <noscript>
        The explorer needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> does not.
      </noscript>
      <script src="/docs/swagger-ui.js"></script>
      <script src="/docs/start.js"></script>
    </body>
  </html>,
)}`;
