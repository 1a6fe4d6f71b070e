import { STAMP } from '../namespaces.js';
import { collapse } from '../xml/xml-element.js';
import type { XmlElement } from '../xml/xml-element.js';
import data from './original-string.json' with { type: 'json' };

/** An attribute, optional with `?`, or a path of elements followed by the fields of each. */
type Field = string | [path: string, ...fields: Field[]];

const FIELDS = data.elements as unknown as Record<string, Record<string, Field[]>>;

/**
 * Returns the original string (cadena original) that the issuer seals, or null if the CFDI has a complement whose
 * fields are not known. The stamp is not part of it.
 */
export function originalString(root: XmlElement): string | null {
  const values: string[] = [];
  return writeElement(root, values) ? `||${values.join('|')}||` : null;
}

/** Appends the values of an element. Returns false if its fields, or those of an element in it, are not known. */
function writeElement(element: XmlElement, values: string[]): boolean {
  if (element.namespace === STAMP) return true;
  const elements = FIELDS[element.namespace];
  if (!elements || !Object.hasOwn(elements, element.name)) return false;
  return writeFields(element, elements[element.name]!, values);
}

function writeFields(element: XmlElement, fields: readonly Field[], values: string[]): boolean {
  return fields.every((field) => {
    if (typeof field === 'string') {
      const value = element.attributes.get(field.replace('?', ''));
      if (value !== undefined || !field.endsWith('?')) values.push(collapse(value ?? ''));
      return true;
    }
    const [path, ...inner] = field;
    return childrenAt(element, path.split('/')).every((child) =>
      inner.length === 0 ? writeElement(child, values) : writeFields(child, inner, values),
    );
  });
}

function childrenAt(element: XmlElement, [name, ...rest]: string[]): XmlElement[] {
  const found = element.children.filter(
    (child) => name === '*' || (child.name === name && child.namespace === element.namespace),
  );
  return rest.length === 0 ? found : found.flatMap((child) => childrenAt(child, rest));
}
