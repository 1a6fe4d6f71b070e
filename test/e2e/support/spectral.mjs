/** Prints, as JSON, what Spectral's rules for OpenAPI find in each document: `node spectral.mjs FILE...`. */
import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const EXAMPLES = 'oas3-valid-media-example';

const linter = new spectral.Spectral();
linter.setRuleset({
  extends: [rulesets.oas],
  rules: {
    // Each example costs it a compiled copy of all that the schema refers to. openapi.e2e-spec.ts compares those of requests and
    // answers itself; left are those of parameters and headers, where they are written.
    [EXAMPLES]: {
      ...rulesets.oas.rules[EXAMPLES],
      given: rulesets.oas.rules[EXAMPLES].given.filter((path) => !path.startsWith('$..content')),
      resolved: false,
    },
  },
});
const found = [];
for (const file of process.argv.slice(2)) {
  const results = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  found.push(results.map(({ code, path, message }) => ({ code, path: path.join('.'), message })));
}
process.stdout.write(JSON.stringify(found));
