import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { Plan } from './plan-faults.js';

interface ExplainedStatement {
  readonly 'Query Text': string;
  readonly Plan: Plan;
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  // Omits the parameter values, which the count does not need.
  'auto_explain.log_parameter_max_length': '0',
};
/** Matches a plan in the log. The server indents continuation lines with a tab. */
const PLAN = /plan:\n\t(\{\n[\s\S]*?\n\t\})\n/g;

/**
 * Counts the rows that queries process, which does not depend on the speed of the machine. Reads the plans, with their
 * actual row counts, from the server log. Covers only sessions of this database that start later.
 */
export class WorkDone {
  private constructor(
    private readonly database: TestDatabase,
    private readonly logFile: string,
  ) {}

  static async of(database: TestDatabase): Promise<WorkDone> {
    for (const [name, value] of Object.entries(SETTINGS)) {
      await database.query(`alter database ${database.name} set ${name} = '${value}'`);
    }
    const [server] = await database.query<{ data_directory: string }>('show data_directory');
    return new WorkDone(database, `${server!.data_directory}/../postgres.log`);
  }

  /**
   * Returns the number of rows that were processed during an action. Includes every node of the plans and discarded
   * rows.
   */
  async during(act: () => Promise<unknown>): Promise<number> {
    const before = await this.logSize();
    await act();
    const length = (await this.logSize()) - before;
    const [read] = await this.database.query<{ text: string }>(
      `select convert_from(pg_read_binary_file($1, $2, $3), 'UTF8') as text`,
      [this.logFile, before, length],
    );
    return statementsIn(read!.text).reduce((sum, { Plan }) => sum + rowsOf(Plan), 0);
  }

  private async logSize(): Promise<number> {
    const [file] = await this.database.query<{ size: string }>('select size from pg_stat_file($1)', [this.logFile]);
    return Number(file!.size);
  }
}

function statementsIn(log: string): ExplainedStatement[] {
  return [...log.matchAll(PLAN)].map(([, json]) => JSON.parse(json!) as ExplainedStatement);
}

function rowsOf(node: Plan): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}
