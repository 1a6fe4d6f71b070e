import { EntitySchema, MikroORM } from '@mikro-orm/postgresql';

export interface MappedTable {
  readonly name: string;
  readonly columns: readonly MappedColumn[];
}

interface MappedColumn {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  readonly isNullable: boolean;
}

/** A column that contains the ID of a row in another table or in the same one. */
interface Link {
  readonly from: string;
  readonly column: string;
  readonly to: string;
}

const INTRODUCTION = `# Tables

All tables by context, with their columns. \`npm run docs\` generates this file from the entities, and a test compares the entities with the
migrated database.

Lines are IDs: solid within a context, possibly with a foreign key; dotted across contexts, without one. \`workspace_id\`, the first key
column of every workspace table, is omitted.`;

/** Returns the tables of all loaded entities, sorted by name. Does not need a database. */
export function mappedTables(): MappedTable[] {
  const orm = new MikroORM({ entities: [...EntitySchema.REGISTRY.values()], dbName: 'none' });
  return [...orm.getMetadata().getAll().values()]
    .map(({ tableName, props, primaryKeys }) => ({
      name: tableName,
      columns: props.map(({ name, fieldNames, columnTypes, nullable }) => ({
        name: fieldNames[0]!,
        type: columnTypes[0]!,
        isKey: primaryKeys.includes(name),
        isNullable: nullable === true,
      })),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns docs/tables.md: a diagram of the contexts, and a diagram per context with its tables and columns. */
export function tableMap(tables: readonly MappedTable[]): string {
  const contexts = [...Map.groupBy(tables, contextOf)];
  const links = linksOf(tables);
  const overview = [
    'flowchart LR',
    ...contexts.flatMap(([context, own]) => [
      `  subgraph ${context}`,
      ...own.map(({ name }) => `    ${name}[${nounOf(name)}]`),
      '  end',
    ]),
    ...new Set(links.map(({ from, to }) => `  ${from} ${isInside(from, to) ? '-->' : '-.->'} ${to}`)),
  ];
  const chapters = contexts.map(([context, own]) => {
    const inside = links.filter(({ from, to }) => from.startsWith(`${context}_`) && isInside(from, to));
    const lines = inside.map(({ from, column, to }) => `  ${to} ||--o{ ${from} : ${column}`);
    return `## ${context}\n\n${mermaid(['erDiagram', ...own.flatMap(boxOf), ...lines])}`;
  });
  return `${[INTRODUCTION, mermaid(overview), ...chapters].join('\n\n')}\n`;
}

function boxOf({ name, columns }: MappedTable): string[] {
  const lines = columns.map(({ name: column, type, isKey, isNullable }) => {
    const key = isKey ? ' PK' : '';
    // Mermaid does not allow commas in types.
    return `    ${type.replace(/\(\d+, ?\d+\)/, '')} ${column}${key}${isNullable ? ' "nullable"' : ''}`;
  });
  return [`  ${name} {`, ...lines, '  }'];
}

/**
 * Returns the table to which each `_id` column refers, such as accounts for `to_account_id`. If several tables match,
 * prefers one in the same context.
 */
function linksOf(tables: readonly MappedTable[]): Link[] {
  const targetOf = ({ name }: MappedTable, column: string): string | undefined => {
    if (column === 'parent_id') return name;
    const named = tables.filter((table) => `_${column}`.endsWith(`_${singular(nounOf(table.name))}_id`));
    return (named.find((table) => isInside(table.name, name)) ?? named[0])?.name;
  };
  return tables.flatMap((table) =>
    table.columns
      .filter(({ name }) => name.endsWith('_id') && name !== 'workspace_id')
      .map(({ name: column }) => ({ from: table.name, column, to: targetOf(table, column) }))
      .filter((link): link is Link => link.to !== undefined),
  );
}

const contextOf = ({ name }: Pick<MappedTable, 'name'>) => name.slice(0, name.indexOf('_'));
const nounOf = (table: string) => table.slice(table.indexOf('_') + 1);
const isInside = (from: string, to: string) => contextOf({ name: from }) === contextOf({ name: to });
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '');
const mermaid = (lines: readonly string[]) => `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``;
