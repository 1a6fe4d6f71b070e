/** An element of a parsed document. Prefixes are resolved; comments and processing instructions are dropped. */
export interface XmlElement {
  /** Namespace URI; empty if none. */
  namespace: string;
  name: string;
  /** Attributes without a namespace. `xmlns` and `xsi:*` are dropped. */
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
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
  return value;
}

export function optionalAttribute(element: XmlElement, name: string): string | null {
  return element.attributes.get(name) ?? null;
}
