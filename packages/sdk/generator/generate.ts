import type { Document } from './document.js';
import { operationsFile } from './operations.js';
import { problemsFile } from './problems.js';
import { schemasFile } from './schemas.js';

/** The generated files of the client by their names: types, operations and problems, from the document of a service. */
export function generatedFiles(document: Document): Readonly<Record<string, string>> {
  return {
    'schemas.ts': schemasFile(document),
    'operations.ts': operationsFile(document),
    'problems.ts': problemsFile(document),
  };
}
