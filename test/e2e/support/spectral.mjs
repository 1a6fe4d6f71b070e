/** Prints, as JSON, what Spectral's rules for OpenAPI find in a document: `node spectral.mjs FILE`. */
import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas] });
const results = await linter.run(JSON.parse(readFileSync(process.argv[2], 'utf8')));
process.stdout.write(
  JSON.stringify(results.map(({ code, path, message }) => ({ code, path: path.join('.'), message }))),
);
