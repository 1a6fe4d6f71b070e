import { CfdiUnreadable } from '../cfdi.js';
import type { XmlElement } from '../xml/xml-element.js';
import data from './schemas.json' with { type: 'json' };
import { matches } from './value-type.js';
import type { ValueType } from './value-type.js';

interface ElementSchema {
  /** Types of attributes by name. */
  required?: Record<string, string>;
  optional?: Record<string, string>;
  /** Child elements in order. */
  children?: Record<string, ElementSchema & { min: number; max?: number }>;
  unordered?: boolean;
  /** True if elements of other namespaces may follow. */
  open?: boolean;
}

const TYPES: Record<string, ValueType> = data.types;
const DOCUMENTS: Record<string, Record<string, ElementSchema>> = data.documents;

/**
 * Checks a CFDI and its known complements against the schemas.
 * @throws CfdiUnreadable with the first violation, which never quotes a value
 */
export function checkStructure(root: XmlElement): void {
  const schemas = own(DOCUMENTS, root.namespace);
  if (!schemas) return;
  const schema = own(schemas, root.name);
  if (!schema) throw new CfdiUnreadable('a complement has an unknown element');
  check(root, schema);
}

function check(element: XmlElement, schema: ElementSchema): void {
  if (element.hasText) throw new CfdiUnreadable(`${element.name} contains text`);
  checkAttributes(element, schema);
  checkChildren(element, schema);
}

function checkAttributes({ name, attributes }: XmlElement, { required = {}, optional = {} }: ElementSchema): void {
  for (const attribute of Object.keys(required)) {
    if (!attributes.has(attribute)) throw new CfdiUnreadable(`${name} has no ${attribute}`);
  }
  for (const [attribute, value] of attributes) {
    const type = own(required, attribute) ?? own(optional, attribute);
    if (type === undefined) throw new CfdiUnreadable(`${name} has an unknown attribute`);
    if (!matches(value, TYPES[type]!)) throw new CfdiUnreadable(`${attribute} of ${name} is not valid`);
  }
}

function checkChildren({ name, namespace, children }: XmlElement, schema: ElementSchema): void {
  const { children: schemas = {}, unordered = false, open = false } = schema;
  const order = Object.keys(schemas);
  const counts = new Map<string, number>();
  let position = 0;
  for (const child of children) {
    const childSchema = child.namespace === namespace ? own(schemas, child.name) : undefined;
    if (!childSchema) {
      if (!open) throw new CfdiUnreadable(`${name} has an unknown child element`);
      checkStructure(child);
      continue;
    }
    const next = order.indexOf(child.name);
    if (next < position && !unordered) throw new CfdiUnreadable(`${child.name} of ${name} is in the wrong place`);
    position = next;
    counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
    check(child, childSchema);
  }
  for (const [child, { min, max = Infinity }] of Object.entries(schemas)) {
    const count = counts.get(child) ?? 0;
    if (count < min) throw new CfdiUnreadable(`${name} has no ${child}`);
    if (count > max) throw new CfdiUnreadable(`${name} has more than one ${child}`);
  }
}

/** Reads a member, but none that objects inherit, such as `constructor`. */
function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
