import type { FieldRule } from '@app/kernel/pure';
import { oneOf } from '@app/kernel/pure';

const ANSWER_FORMATS = ['json', 'csv', 'svg'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** The query field `format`, which every operation with `@Representations` takes; without it the header Accept decides. */
export function answerFormat(): FieldRule {
  return oneOf(...ANSWER_FORMATS);
}
