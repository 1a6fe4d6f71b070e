import type { FieldRule } from '@app/kernel/pure';
import { typesNamed } from '@app/kernel/pure';

export function eventTypeList(): FieldRule {
  return {
    code: 'EVENT_TYPE_UNKNOWN',
    detail:
      'must be types of events such as account.created, or families such as transaction.*, with commas between them',
    schema: { type: 'string', examples: ['account.*,transaction.created'] },
    check: (value) => typeof value === 'string' && value.split(',').every((name) => typesNamed(name).length > 0),
  };
}
