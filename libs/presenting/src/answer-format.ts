import type { FieldRule } from '@app/kernel/pure';
import { oneOf } from '@app/kernel/pure';

const ANSWER_FORMATS = ['json', 'csv', 'svg'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** Rule for the query field `format` of operations with `@Representations`. Without it, the Accept header decides. */
export function answerFormat(): FieldRule {
  return oneOf(...ANSWER_FORMATS);
}
