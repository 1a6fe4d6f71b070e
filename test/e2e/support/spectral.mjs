/** Prints, as JSON, what Spectral's rules for OpenAPI find in each document: `node spectral.mjs FILE...`. */
import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas] });
const found = [];
for (const file of process.argv.slice(2)) {
  const results = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  found.push(results.map(({ code, path, message }) => ({ code, path: path.join('.'), message })));
}
process.stdout.write(JSON.stringify(found));
