import { Field, flag, oneOf, reference, text } from '@app/kernel';
import type { CategoryKind } from './category-tree.js';

export class CreateCategoryRequest {
  @Field(text(1, 120))
  name!: string;

  /** Defaults to the kind of the parent; required at the root. */
  @Field(oneOf('expense', 'income'), { optional: true })
  kind?: CategoryKind;

  @Field(reference(), { optional: true, nullable: true })
  parentId?: string | null;
}

export class EditCategoryRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** Null moves the category to the root. */
  @Field(reference(), { optional: true, nullable: true })
  parentId?: string | null;

  /** True to archive it, false to restore it. @example true */
  @Field(flag(), { optional: true })
  archived?: boolean;
}

export class DeleteCategoryRequest {
  /** ID of the category that takes over the transactions, budgets and rules. */
  @Field(reference(), { optional: true })
  moveTo?: string;
}
