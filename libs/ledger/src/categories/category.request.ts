import { Field, flag, oneOf, reference, text } from '@app/kernel';
import type { CategoryKind } from './category-tree.js';

export class CreateCategoryRequest {
  @Field(text(1, 120))
  name!: string;

  /** Kind of transactions in the category. Defaults to the kind of the parent; required at the top level. */
  @Field(oneOf('expense', 'income'), { optional: true })
  kind?: CategoryKind;

  @Field(reference(), { optional: true, nullable: true })
  parentId?: string | null;
}

export class EditCategoryRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** ID of the parent category; null to move the category to the top level. */
  @Field(reference(), { optional: true, nullable: true })
  parentId?: string | null;

  /** True to archive the category, false to restore it. @example true */
  @Field(flag(), { optional: true })
  archived?: boolean;
}

export class DeleteCategoryRequest {
  /** ID of the category that replaces the deleted one in transactions, budgets, rules and schedules. */
  @Field(reference(), { optional: true })
  moveTo?: string;
}
