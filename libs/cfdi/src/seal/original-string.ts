import { STAMP } from '../namespaces.js';
import { collapse, rawAttribute } from '../xml/xml-element.js';
import type { XmlElement } from '../xml/xml-element.js';
import data from './original-string.json' with { type: 'json' };

/** An attribute name, with `?` if optional, or a path to child elements followed by their fields. */
type Field = string | FieldsAt;
type FieldsAt = [path: string, ...fields: Field[]];
type Step = { attribute: string; optional: boolean } | { path: string[]; steps: Step[] };

const STEPS = new Map(
  Object.entries(data.elements as unknown as Record<string, Record<string, Field[]>>).map(([namespace, elements]) => [
    namespace,
    new Map(Object.entries(elements).map(([name, fields]) => [name, fields.map(stepOf)])),
  ]),
);

/**
 * Returns the original string (cadena original) that the issuer seals, without the stamp. Returns null if the CFDI has
 * a complement with unknown fields.
 */
export function originalString(root: XmlElement): string | null {
  const values: string[] = [];
  return writeElement(root, values) ? `||${values.join('|')}||` : null;
}

/** Appends the values of an element. Returns false if the fields of the element or of a descendant are unknown. */
function writeElement(element: XmlElement, values: string[]): boolean {
  if (element.namespace === STAMP) return true;
  const steps = STEPS.get(element.namespace)?.get(element.name);
  return steps !== undefined && writeSteps(element, steps, values);
}

function writeSteps(element: XmlElement, steps: readonly Step[], values: string[]): boolean {
  return steps.every((step) => {
    if ('attribute' in step) {
      const value = rawAttribute(element, step.attribute);
      if (value !== undefined || !step.optional) values.push(collapse(value ?? ''));
      return true;
    }
    return childrenAt(element, step.path).every((child) =>
      step.steps.length === 0 ? writeElement(child, values) : writeSteps(child, step.steps, values),
    );
  });
}

function childrenAt(element: XmlElement, [name, ...rest]: readonly string[]): XmlElement[] {
  const found = element.children.filter(
    (child) => name === '*' || (child.name === name && child.namespace === element.namespace),
  );
  return rest.length === 0 ? found : found.flatMap((child) => childrenAt(child, rest));
}

function stepOf(field: Field): Step {
  if (typeof field === 'string') return { attribute: field.replace('?', ''), optional: field.endsWith('?') };
  const [path, ...fields] = field;
  return { path: path.split('/'), steps: fields.map(stepOf) };
}
