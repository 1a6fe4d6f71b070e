import type { ConditionField } from '@app/categorising';
import { OPS_OF_FIELD } from '@app/categorising';
import { DEBT_TYPES } from '@app/ledger';
import type { Schema } from './openapi-types.js';
import { isNullable, withoutNull } from './openapi-types.js';

type Schemas = Readonly<Record<string, Schema>>;
type Narrowing = (field: Schema) => Schema;

/**
 * Variant of a schema: the discriminator values that select it, and the fields in which it differs from other variants.
 */
interface Form {
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
  readonly fields: Readonly<Record<string, Narrowing>>;
}

interface Forms {
  readonly by: string;
  readonly forms: readonly Form[];
}

/** Makes a field of a response always null, or always an empty list, in a variant. */
const never: Narrowing = ({ description, items, ...field }) =>
  items !== undefined && !isNullable(field)
    ? { description: followed(description, 'Always empty for this type.'), type: 'array', items, maxItems: 0 }
    : { description: followed(description, 'Always null for this type.'), type: 'null' };

const rejected: Narrowing = ({ description }) => ({
  description: followed(description, 'Must be null or omitted for this type.'),
  type: 'null',
});

const given: Narrowing = ({ anyOf, description, ...rest }) => {
  const field = { ...rest, ...(description !== undefined && { description: withoutNull(description) }) };
  const others = anyOf?.filter(({ type }) => type !== 'null');
  if (others?.length === 1) return { ...field, ...others[0] };
  if (others) return { ...field, anyOf: others };
  const types = [field.type].flat().filter((type) => type !== 'null');
  return { ...field, type: types.length === 1 ? types[0]! : (types as string[]) };
};

const as =
  (schema: Schema): Narrowing =>
  ({ description, examples }) => ({
    ...(description !== undefined && { description }),
    ...schema,
    ...(examples !== undefined && !schema.enum && !schema.anyOf && { examples }),
  });

const oneOf = (values: readonly string[]): Narrowing => as({ type: 'string', enum: [...values] });

/** Returns the variants of transactions by type, with the field names of responses or of requests. */
function formsOfTransactions(name: (noun: string) => string, transfer: readonly string[], isRequest: boolean): Forms {
  const absent = isRequest ? rejected : never;
  const none = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, absent]));
  const has = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, given]));
  const category = isRequest ? 'categoryId' : 'category';
  const moving = (noun: string, type: string, description: string) => ({
    name: name(noun),
    description,
    values: [type],
    fields: { ...has(['accountId']), ...none(['contactId', ...transfer]) },
  });
  return {
    by: 'type',
    forms: [
      moving('Expense', 'expense', 'An expense. With an income category, a reversal of income.'),
      moving('Income', 'income', 'An income. With an expense category, a refund.'),
      {
        name: name('Transfer'),
        description: 'A transfer between two accounts of the workspace.',
        values: ['transfer'],
        fields: {
          ...has(['accountId', isRequest ? 'toAccountId' : 'transfer']),
          ...none(['contactId', category, 'splits']),
        },
      },
      {
        name: name('Adjustment'),
        description: 'An adjustment that corrects a balance.',
        values: ['adjustment'],
        fields: { ...has(['accountId']), ...none(['contactId', category, 'splits', ...transfer]) },
      },
      {
        name: name('Debt'),
        description: 'A loan to or from a contact, or a repayment.',
        values: DEBT_TYPES,
        fields: { ...has(['contactId']), ...none([category, 'splits', ...transfer]) },
      },
    ],
  };
}

const CONDITION_FIELDS = Object.keys(OPS_OF_FIELD) as ConditionField[];
const TEXT: Schema = { type: 'string', examples: ['oxxo'] };
const AMOUNT: Schema = { type: 'string', pattern: '^-?\\d{1,13}(\\.\\d{1,2})?$' };
const DAY: Schema = { type: 'string', format: 'date' };
const listOf = (items: Schema, minItems: number, maxItems: number): Schema => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});

/** Variants of conditions. A variant covers the transaction fields that have the same operators and values. */
const CONDITIONS: readonly { noun: string; field: ConditionField; description: string; value: Schema }[] = [
  {
    noun: 'Text',
    field: 'description',
    description: 'Condition on the description or the notes.',
    value: { ...TEXT, description: 'Text to compare with.' },
  },
  {
    noun: 'Amount',
    field: 'amount',
    description: 'Condition on the amount without its sign.',
    value: {
      description: 'Amount to compare with; for `between`, a list of the lower and the upper bound.',
      anyOf: [AMOUNT, listOf(AMOUNT, 2, 2)],
    },
  },
  {
    noun: 'Date',
    field: 'date',
    description: 'Condition on the date.',
    value: {
      description: 'Day to compare with; for `between`, a list of the first and the last day.',
      anyOf: [DAY, listOf(DAY, 2, 2)],
    },
  },
  {
    noun: 'Choice',
    field: 'type',
    description: 'Condition on an account, type, currency or tag, compared for equality.',
    value: {
      description: 'Value to compare with; for `one_of`, a list of values.',
      anyOf: [TEXT, listOf(TEXT, 1, 100)],
    },
  },
  {
    noun: 'Category',
    field: 'category',
    description: 'Condition that matches transactions without a category.',
    value: { description: 'Always null, because the comparison needs no value.', type: 'null' },
  },
];

function formsOfConditions(suffix: string): Forms {
  const forms = CONDITIONS.map(({ noun, field, description, value }) => {
    const ops = OPS_OF_FIELD[field];
    const values = CONDITION_FIELDS.filter((other) => OPS_OF_FIELD[other] === ops);
    return { name: `${noun}Condition${suffix}`, description, values, fields: { op: oneOf(ops), value: as(value) } };
  });
  return { by: 'field', forms };
}

const FORMS: Readonly<Record<string, Forms>> = {
  Transaction: formsOfTransactions((noun) => `${noun}Transaction`, ['transfer'], false),
  CreateTransactionRequest: formsOfTransactions((noun) => `Create${noun}Request`, ['toAccountId', 'toAmount'], true),
  BatchCreateRequest: formsOfTransactions((noun) => `BatchCreate${noun}Request`, ['toAccountId', 'toAmount'], true),
  Condition: formsOfConditions(''),
  ConditionRequest: formsOfConditions('Request'),
};

/**
 * Replaces each schema that has variants with a `oneOf` of one schema per variant and a discriminator. Generated
 * clients then have a union type.
 */
export function withForms(schemas: Schemas): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const forms = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
      if (forms === undefined) return [[name, schema]];
      return [
        [name, unionOf(schema, forms)],
        ...forms.forms.map((form) => [form.name, formOf(schema, forms.by, form)] as const),
      ];
    }),
  );
}

function unionOf({ description }: Schema, { by, forms }: Forms): Schema {
  const referring = (name: string) => `#/components/schemas/${name}`;
  const mapping = Object.fromEntries(
    forms.flatMap(({ name, values }) => values.map((value) => [value, referring(name)])),
  );
  return {
    ...(description !== undefined && { description }),
    oneOf: forms.map(({ name }) => ({ $ref: referring(name) })),
    discriminator: { propertyName: by, mapping },
  };
}

function followed(description: string | undefined, sentence: string): string {
  return description === undefined ? sentence : `${withoutNull(description)} ${sentence}`;
}

function formOf(schema: Schema, by: string, { description, values, fields }: Form): Schema {
  const narrowed = { ...fields, [by]: oneOf(values) };
  const properties = Object.entries(schema.properties!).map(([name, field]) => [
    name,
    narrowed[name]?.(field) ?? field,
  ]);
  const required = Object.keys(fields).filter((name) => fields[name] === given);
  return {
    ...schema,
    description,
    properties: Object.fromEntries(properties) as Record<string, Schema>,
    required: [...new Set([...(schema.required ?? []), ...required])],
  };
}
