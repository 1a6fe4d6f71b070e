import type { EffectsView } from '../../../libs/kernel/src/dry-run/effects.view.js';
import type { ProblemError } from '../../../libs/kernel/src/problem/problem.js';
import type { Successes } from './successes.js';

export type { BudgetCycleView } from '../../../libs/budgeting/src/budgets/budget.view.js';
export type { ImportRowView } from '../../../libs/importing/src/rows/import-row.view.js';
export type * from './successes.js';

/**
 * Response type of a successful operation, inferred from the method and path.
 * `` Success<'GET', `/v1/accounts/${string}`> `` is AccountView. The type is `unknown` if the path matches no operation
 * or is a plain `string`.
 */
export type Success<Method extends string, Path extends string> = Path extends `${string}dryRun=true${string}`
  ? DryRunAnswer<Done<Method, Path>>
  : Done<Method, Path>;

export interface DryRunAnswer<Result> {
  readonly dryRun: true;
  readonly result: Result;
  readonly effects: EffectsView;
}

type Done<Method extends string, Path extends string> = `${Method} ${WithoutQuery<Path>}` extends infer Exact extends
  keyof Successes
  ? Successes[Exact]
  : {
        [Key in keyof Successes]: Segments<`${Method} ${WithoutQuery<Path>}`> extends Pattern<Segments<Key>>
          ? Successes[Key]
          : never;
      }[keyof Successes] extends infer Found
    ? [Found] extends [never]
      ? unknown
      : Found
    : never;

export type ItemOf<List> = List extends readonly (infer Item)[]
  ? Item
  : List extends { items: readonly (infer Item)[] }
    ? Item
    : unknown;

type WithoutQuery<Path extends string> = Path extends `${infer Address}?${string}` ? Address : Path;
type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path];
type Pattern<Names extends readonly string[]> = {
  [At in keyof Names]: Names[At] extends `{${string}}` ? string : Names[At];
};

/** Members of a problem response; undefined in a successful response without a field of that name. */
export interface Problem {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly status?: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly operation?: number;
  readonly closedThrough?: string | null;
  readonly transactionIds?: readonly string[];
  readonly errors?: readonly ProblemError[];
}
