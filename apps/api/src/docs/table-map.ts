import { EntitySchema, MikroORM } from '@mikro-orm/postgresql';

/** A table as an entity maps it. */
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

/** A column that holds the id of a row of another table, or of its own. */
interface Link {
  readonly from: string;
  readonly column: string;
  readonly to: string;
}

const INTRODUCTION = `# Tables

Every table by the context that owns it, with its columns. This file is written by \`npm run docs\` from the entities, and a test
compares the entities with the migrated database.

A line is an id: solid within a context, where a foreign key may hold it; dotted across a border, where no foreign key does. Not
drawn is \`workspace_id\`, with which the key of every table of workspaces begins.`;

/** The tables of all entities that are loaded, in the order of their names. No database is needed. */
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

/** The tables as a document in Markdown: a picture of the contexts, and one of each context with its columns. */
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
    // Mermaid takes no comma within a type.
    return `    ${type.replace(/\(\d+, ?\d+\)/, '')} ${column}${key}${isNullable ? ' "nullable"' : ''}`;
  });
  return [`  ${name} {`, ...lines, '  }'];
}

/** What each column that ends in `_id` refers to, by its name: `to_account_id` to the accounts, first of its own context. */
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
