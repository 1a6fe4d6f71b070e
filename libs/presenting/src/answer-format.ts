import type { FieldRule } from '@app/kernel/pure';
import { oneOf } from '@app/kernel/pure';

const ANSWER_FORMATS = ['json', 'csv', 'svg'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

const DESCRIPTION =
  'Format of the response: JSON, a CSV table or an SVG chart. Defaults to the format in the `Accept` header, or to JSON. The `Link` header of a CSV table names its next page.';

/**
 * Rule for the query parameter `format` of operations with `@Representations`. If the parameter is missing, the Accept
 * header decides.
 */
export function answerFormat(): FieldRule {
  const rule = oneOf(...ANSWER_FORMATS);
  return { ...rule, schema: { ...rule.schema, description: DESCRIPTION } };
}
