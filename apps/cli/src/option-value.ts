import { InvalidArgumentError } from 'commander';
import type { FieldRule } from '@app/kernel/pure';
import { isId } from '@app/kernel/pure';

/**
 * Returns an option parser that applies the rule of a request field.
 * @throws InvalidArgumentError with a message for the user
 */
export function valueOf(rule: FieldRule): (text: string) => string {
  return (text) => {
    const value = rule.normalise ? rule.normalise(text) : text;
    if (typeof value !== 'string' || !rule.check(value)) throw new InvalidArgumentError(`It ${rule.detail}.`);
    return value;
  };
}

export function idValue(text: string): string {
  const id = text.trim().toLowerCase();
  if (!isId(id)) throw new InvalidArgumentError('It must be an ID such as 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04.');
  return id;
}
