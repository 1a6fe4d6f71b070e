import { isDay } from '@app/kernel/pure';
import { CfdiUnreadable } from '../cfdi.js';
import { collapse, rawAttribute } from '../xml/xml-element.js';
import type { XmlElement } from '../xml/xml-element.js';
import data from './schemas.json' with { type: 'json' };

type ValueCheck = (raw: string) => boolean;

/** A simple type of XML Schema. */
interface ValueType {
  /** Matches the whole value. */
  pattern?: string;
  /** Inclusive bounds of a number. Comparing decimals as doubles keeps their order. */
  min?: number;
  max?: number;
  /** True for a date or time that must name an existing day. */
  day?: boolean;
  preserveSpace?: boolean;
}

interface ElementSchema {
  /** Attribute types by name. */
  required?: Record<string, string>;
  optional?: Record<string, string>;
  /** Child elements in order. */
  children?: Record<string, ElementSchema & { min: number; max?: number }>;
  unordered?: boolean;
  /** True if complements, elements of other namespaces, are allowed. */
  open?: boolean;
}

/** A schema in a form for fast lookups. */
interface ElementRule {
  required: string[];
  attributes: Map<string, ValueCheck>;
  children: Map<string, ChildRule>;
  unordered: boolean;
  open: boolean;
}

interface ChildRule extends ElementRule {
  name: string;
  position: number;
  min: number;
  max: number;
}

const TYPES = new Map(
  Object.entries(data.types as Record<string, ValueType>).map(([name, type]) => [name, checkOf(type)]),
);
const DOCUMENTS = new Map(
  Object.entries(data.documents as Record<string, Record<string, ElementSchema>>).map(([namespace, elements]) => [
    namespace,
    new Map(Object.entries(elements).map(([name, schema]) => [name, ruleOf(schema)])),
  ]),
);

/**
 * Checks a CFDI and its known complements against the schemas.
 * @throws CfdiUnreadable with the first violation, which never quotes a value
 */
export function checkStructure(root: XmlElement): void {
  const rules = DOCUMENTS.get(root.namespace);
  if (!rules) return;
  const rule = rules.get(root.name);
  if (!rule) throw new CfdiUnreadable('a complement has an unknown element');
  check(root, rule);
}

function check(element: XmlElement, rule: ElementRule): void {
  if (element.hasText) throw new CfdiUnreadable(`${element.name} contains text`);
  checkAttributes(element, rule);
  checkChildren(element, rule);
}

function checkAttributes(element: XmlElement, rule: ElementRule): void {
  const { name, attributes } = element;
  for (const attribute of rule.required) {
    if (rawAttribute(element, attribute) === undefined) throw new CfdiUnreadable(`${name} has no ${attribute}`);
  }
  for (let index = 0; index < attributes.length; index += 2) {
    const attribute = attributes[index]!;
    const isValid = rule.attributes.get(attribute);
    if (!isValid) throw new CfdiUnreadable(`${name} has an unknown attribute`);
    if (!isValid(attributes[index + 1]!)) throw new CfdiUnreadable(`${attribute} of ${name} is not valid`);
  }
}

function checkChildren({ name, namespace, children }: XmlElement, rule: ElementRule): void {
  const counts = new Map<ChildRule, number>();
  let position = 0;
  for (const child of children) {
    const childRule = child.namespace === namespace ? rule.children.get(child.name) : undefined;
    if (childRule) {
      if (childRule.position < position && !rule.unordered) {
        throw new CfdiUnreadable(`${child.name} of ${name} is in the wrong place`);
      }
      position = childRule.position;
      counts.set(childRule, (counts.get(childRule) ?? 0) + 1);
      check(child, childRule);
    } else if (rule.open) checkStructure(child);
    else throw new CfdiUnreadable(`${name} has an unknown child element`);
  }
  for (const childRule of rule.children.values()) {
    const count = counts.get(childRule) ?? 0;
    if (count < childRule.min) throw new CfdiUnreadable(`${name} has no ${childRule.name}`);
    if (count > childRule.max) throw new CfdiUnreadable(`${name} has more than one ${childRule.name}`);
  }
}

function ruleOf({
  required = {},
  optional = {},
  children = {},
  unordered = false,
  open = false,
}: ElementSchema): ElementRule {
  const childRules = Object.entries(children).map(([name, schema], position): [string, ChildRule] => [
    name,
    { ...ruleOf(schema), name, position, min: schema.min, max: schema.max ?? Infinity },
  ]);
  return {
    required: Object.keys(required),
    attributes: new Map(Object.entries({ ...required, ...optional }).map(([name, type]) => [name, TYPES.get(type)!])),
    children: new Map(childRules),
    unordered,
    open,
  };
}

function checkOf({ pattern = '', min = -Infinity, max = Infinity, day, preserveSpace }: ValueType): ValueCheck {
  // The patterns are constants in schemas.json.
  // eslint-disable-next-line no-restricted-syntax
  const expression = new RegExp(pattern && `^${pattern}$`, 'u');
  const isNumber = min !== -Infinity || max !== Infinity;
  return (raw) => {
    const value = preserveSpace ? raw : collapse(raw);
    if (!expression.test(value) || (day && !isDay(value.slice(0, 10)))) return false;
    return !isNumber || (Number(value) >= min && Number(value) <= max);
  };
}
