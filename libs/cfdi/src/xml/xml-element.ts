/** An element of a parsed document. Prefixes are resolved; comments and processing instructions are dropped. */
export interface XmlElement {
  /** Namespace URI; empty if none. */
  namespace: string;
  name: string;
  /**
   * Alternating names and values, which need half the memory of a map. Names include their prefix. `xmlns` and `xsi:*`
   * are dropped.
   */
  attributes: string[];
  children: XmlElement[];
  /** True if the element directly contains text other than white space. */
  hasText: boolean;
}

/** Returns the elements at a path of local names below an element, in the same namespace. */
export function elementsAt(from: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) =>
      found.flatMap(({ namespace, children }) =>
        children.filter((child) => child.name === name && child.namespace === namespace),
      ),
    [from],
  );
}

/** Returns a required attribute. The structure check has verified that it exists. */
export function attribute(element: XmlElement, name: string): string {
  const value = optionalAttribute(element, name);
  if (value === null) throw new Error(`${element.name} has no ${name}.`);
  return value;
}

export function optionalAttribute(element: XmlElement, name: string): string | null {
  const value = rawAttribute(element, name);
  return value === undefined ? null : collapse(value);
}

export function rawAttribute({ attributes }: XmlElement, name: string): string | undefined {
  for (let index = 0; index < attributes.length; index += 2) {
    if (attributes[index] === name) return attributes[index + 1];
  }
  return undefined;
}

export function decimalAt(element: XmlElement, name: string): string {
  return plainDecimal(attribute(element, name));
}

export function decimalOrNull(element: XmlElement, name: string): string | null {
  const value = optionalAttribute(element, name);
  return value === null ? null : plainDecimal(value);
}

/** Converts an XML Schema decimal such as `.5` or `+5.` to plain notation. Keeps trailing zeros. */
function plainDecimal(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)(?=\.)/, '$10')
    .replace(/\.$/, '');
}

/** Collapses white space as XML Schema does. No-break spaces remain. */
export function collapse(value: string): string {
  if (!/[\t\r\n]|^ | {2}| $/.test(value)) return value;
  let collapsed = value.replace(/[\t\r\n]/g, ' ');
  // A regular expression for runs of spaces overflows the stack on millions of spaces.
  while (collapsed.includes('  ')) collapsed = collapsed.replaceAll('  ', ' ');
  return collapsed.replace(/^ | $/g, '');
}
