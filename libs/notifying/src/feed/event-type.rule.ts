import type { FieldRule } from '@app/kernel/pure';
import { typesNamed } from '@app/kernel/pure';

export function eventTypeList(): FieldRule {
  return {
    code: 'EVENT_TYPE_UNKNOWN',
    detail: 'must be comma-separated event types such as account.created, or families such as transaction.*',
    schema: { type: 'string', examples: ['account.*,transaction.created'] },
    check: (value) => typeof value === 'string' && value.split(',').every((name) => typesNamed(name).length > 0),
  };
}
