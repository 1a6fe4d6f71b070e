import { InvalidArgumentError } from 'commander';
import type { FieldRule } from '@app/kernel/pure';
import { isId } from '@app/kernel/pure';

/**
 * Reads an option by the rule that the same field has in a request, so that both take and keep the same values.
 *
 * `valueOf(email())(' Ana@example.mx ')` is `Ana@example.mx`.
 * @throws InvalidArgumentError which becomes the message of the option.
 */
export function valueOf(rule: FieldRule): (text: string) => string {
  return (text) => {
    const value = rule.normalise ? rule.normalise(text) : text;
    if (typeof value !== 'string' || !rule.check(value)) throw new InvalidArgumentError(`It ${rule.detail}.`);
    return value;
  };
}

/** Reads an option or an argument that is an id of the service. */
export function idValue(text: string): string {
  const id = text.trim().toLowerCase();
  if (!isId(id)) throw new InvalidArgumentError('It must be an id such as 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04.');
  return id;
}
