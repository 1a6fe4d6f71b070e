import type { Document } from './document.js';
import { operationsFile } from './operations.js';
import { problemsFile } from './problems.js';
import { schemasFile } from './schemas.js';

/**
 * Returns the contents of the generated files by name. The schemas have their own folder, because the hand-written
 * files of the client import them, while the generated operations and problems import the hand-written files.
 */
export function generatedFiles(document: Document): Readonly<Record<string, string>> {
  return {
    'schemas/schemas.ts': schemasFile(document),
    'operations.ts': operationsFile(document),
    'problems.ts': problemsFile(document),
  };
}
