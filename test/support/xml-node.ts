/** An element to write. Attributes are in the order of the original string. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
}

/** Creates an element. Omits undefined attributes. */
export function node(
  name: string,
  attributes: Record<string, string | undefined>,
  ...children: (XmlNode | null)[]
): XmlNode {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    name,
    attributes: Object.fromEntries(given),
    children: children.filter((child) => child !== null),
  };
}

export function writeXml({ name, attributes, children }: XmlNode): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escape(value)}"`)].join(' ');
  return children.length === 0 ? `<${start}/>` : `<${start}>${children.map(writeXml).join('')}</${name}>`;
}

/** Finds the first descendant with a name. */
export function find(from: XmlNode, name: string): XmlNode {
  const found = descendants(from).find((element) => element.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

export function descendants(from: XmlNode): XmlNode[] {
  return [from, ...from.children.flatMap(descendants)];
}

function escape(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
