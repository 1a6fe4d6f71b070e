// Where test files run: Node.js, with what all files of a worker share. The schemas of the published document are hundreds, and
// compiled once for a worker instead of once for each file.
import { createRequire } from 'node:module';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

// It is Jest's own, so it is found from there.
const { TestEnvironment } = createRequire(createRequire(import.meta.url).resolve('jest'))('jest-environment-node');

/** By the text of their document: all processes of one build publish the same but for their own address. */
const faultFinders = new Map();

export default class SharingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.schemaFaultsOf = schemaFaultsOf;
  }
}

/**
 * Finds what the schemas of a document do not allow.
 * @returns a function that takes a JSON pointer to a schema in the document, and a value, and answers the faults of the value as
 *   a sentence, or undefined where there is none
 */
function schemaFaultsOf(text) {
  let find = faultFinders.get(text);
  if (!find) faultFinders.set(text, (find = faultFinderOf(JSON.parse(text))));
  return find;
}

function faultFinderOf(document) {
  // The schemas also say things to readers, which a validator need not know; that they are schemas, the lint of them says.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    validateSchema: false,
    // What is referred to is compiled once.
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
