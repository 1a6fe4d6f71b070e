// Jest environment for Node.js with a cache that all files of a worker share. Each worker compiles the hundreds of
// schemas of the OpenAPI document once instead of once per file.
import { createRequire } from 'node:module';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

// The package is a dependency of Jest, so it is resolved from Jest.
const { TestEnvironment } = createRequire(createRequire(import.meta.url).resolve('jest'))('jest-environment-node');

/**
 * Compiled schemas by the text of the OpenAPI document. Documents of one build differ only in the URL of the process.
 */
const faultFinders = new Map();

export default class SharingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.schemaFaultsOf = schemaFaultsOf;
  }
}

/**
 * Compiles the schemas of a document.
 * @returns a function that takes a JSON pointer to a schema and a value. It returns a sentence about the faults of the
 * value, or undefined if the value is valid.
 */
function schemaFaultsOf(text) {
  let find = faultFinders.get(text);
  if (!find) faultFinders.set(text, (find = faultFinderOf(JSON.parse(text))));
  return find;
}

function faultFinderOf(document) {
  // Ajv does not know the documentation keywords in the schemas. Linters check the schemas themselves.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const compiled = new Map();
  return (pointer, value) => {
    let validate = compiled.get(pointer);
    if (!validate) compiled.set(pointer, (validate = ajv.compile({ $ref: `openapi${pointer}` })));
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
