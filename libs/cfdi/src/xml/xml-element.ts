/** An element of a parsed document. Prefixes are resolved; comments and processing instructions are dropped. */
export interface XmlElement {
  /** Namespace URI; empty if none. */
  namespace: string;
  name: string;
  /** By name, with the prefix if the attribute has one. `xmlns` and `xsi:*` are dropped. */
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** True if the element itself contains more text than white space. */
  hasText: boolean;
}

/** Returns the elements at a path of local names below an element. Namespaces are those of the element. */
export function elementsAt(from: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) =>
      found.flatMap(({ namespace, children }) =>
        children.filter((child) => child.name === name && child.namespace === namespace),
      ),
    [from],
  );
}

/** Returns a required attribute. The schema has checked that it exists. */
export function attribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined) throw new Error(`${element.name} has no ${name}.`);
  return collapse(value);
}

export function optionalAttribute(element: XmlElement, name: string): string | null {
  const value = element.attributes.get(name);
  return value === undefined ? null : collapse(value);
}

export function decimalAt(element: XmlElement, name: string): string {
  return plainDecimal(attribute(element, name));
}

export function decimalOrNull(element: XmlElement, name: string): string | null {
  const value = optionalAttribute(element, name);
  return value === null ? null : plainDecimal(value);
}

/**
 * Writes a number of XML Schema, such as `.5` or `+5.`, in plain digits. Its decimals stay as they are.
 */
function plainDecimal(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)(?=\.)/, '$10')
    .replace(/\.$/, '');
}

/** Collapses white space as XML Schema does. No-break spaces remain. */
export function collapse(value: string): string {
  return value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}
