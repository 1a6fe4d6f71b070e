/** Prints the findings of Spectral's OpenAPI rules for each document as JSON: `node spectral.mjs FILE...`. */
import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const EXAMPLES = 'oas3-valid-media-example';

const linter = new spectral.Spectral();
linter.setRuleset({
  extends: [rulesets.oas],
  rules: {
    // Checks only examples of parameters and headers, because Spectral compiles the whole schema for each example.
    // openapi.e2e-spec.ts validates the examples of requests and responses.
    [EXAMPLES]: {
      ...rulesets.oas.rules[EXAMPLES],
      given: rulesets.oas.rules[EXAMPLES].given.filter((path) => !path.startsWith('$..content')),
      resolved: false,
    },
  },
});
const findings = [];
for (const file of process.argv.slice(2)) {
  const results = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  findings.push(results.map(({ code, path, message }) => ({ code, path: path.join('.'), message })));
}
process.stdout.write(JSON.stringify(findings));
