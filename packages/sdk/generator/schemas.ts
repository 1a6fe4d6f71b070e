import type { Document, Schema } from './document.js';
import { comment, HEAD, objectOf, typeName, typeOf } from './typescript.js';

export function schemasFile({ components }: Document): string {
  const declared = Object.entries(components.schemas).map(([name, schema]) => declaration(typeName(name), schema));
  const needsUpload = declared.some((text) => /\bUpload\b/.test(text));
  const imports = needsUpload ? "import type { Upload } from '../request.js';\n\n" : '';
  return `${HEAD}${imports}${declared.join('\n\n')}\n`;
}

function declaration(name: string, schema: Schema): string {
  const docComment = comment(schema.description);
  return schema.properties && schema.type === 'object'
    ? `${docComment}export interface ${name} ${objectOf(schema)}`
    : `${docComment}export type ${name} = ${typeOf(schema)};`;
}
