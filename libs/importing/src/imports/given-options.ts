import { parseDelimiter, parseEncoding } from '@app/statement-files';
import type { ParseOptions } from '../mappings/parse-options.js';
import { given } from '../mappings/parse-options.js';
import type { EditImportRequest } from './import.request.js';

export function givenOptions({ mapping, encoding, delimiter, section }: EditImportRequest): ParseOptions {
  return {
    ...(section !== undefined && { section }),
    ...(encoding !== undefined && { encoding: parseEncoding(encoding)! }),
    ...(delimiter !== undefined && { delimiter: parseDelimiter(delimiter)! }),
    ...(mapping && { mapping: given(mapping) }),
  };
}
