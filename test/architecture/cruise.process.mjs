// Prints the violations of each tree as a line of JSON. Runs outside Jest, in which dependency-cruiser takes twice as
// long.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const ROOT = join(import.meta.dirname, '../..');
const { forbidden, options } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs'));
const tsConfig = extractTSConfig(join(ROOT, 'tsconfig.json'));

for (const tree of process.argv.slice(2)) {
  const folders = ['libs', 'apps', 'packages', 'test'].filter((folder) => existsSync(join(tree, folder)));
  const cruiseOptions = { ...options, baseDir: tree, validate: true, ruleSet: { forbidden } };
  const { output } = await cruise(folders, cruiseOptions, {}, { tsConfig });
  process.stdout.write(
    `${JSON.stringify({ tree, modules: output.modules.length, violations: output.summary.violations })}\n`,
  );
}
