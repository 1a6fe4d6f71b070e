import type { Document } from './document.js';
import { operationsFile } from './operations.js';
import { problemsFile } from './problems.js';
import { schemasFile } from './schemas.js';

/**
 * The generated files of the client by their names: types, operations and problems, from the document of a service. The types
 * stand in a folder of their own: the client's own files build on them, and operations and problems build on the client's own files.
 */
export function generatedFiles(document: Document): Readonly<Record<string, string>> {
  return {
    'schemas/schemas.ts': schemasFile(document),
    'operations.ts': operationsFile(document),
    'problems.ts': problemsFile(document),
  };
}
