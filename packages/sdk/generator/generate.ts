import type { Document } from './document.js';
import { operationsFile } from './operations.js';
import { problemsFile } from './problems.js';
import { schemasFile } from './schemas.js';

/**
 * Returns the generated files by name: types, operations and problems. The types are in a separate folder, because the
 * client's own files import them, and operations and problems import the client's own files.
 */
export function generatedFiles(document: Document): Readonly<Record<string, string>> {
  return {
    'schemas/schemas.ts': schemasFile(document),
    'operations.ts': operationsFile(document),
    'problems.ts': problemsFile(document),
  };
}
