import { expect, it } from '@jest/globals';
import type { Log } from '@app/kernel';
import { RuleTools } from '../tools/rule-tools.service.js';
import type { Carrying } from './tool-calls.service.js';
import { ToolCalls } from './tool-calls.service.js';

it('save_rule is a bulk change only if it also applies the rule to existing transactions', () => {
  const group = new RuleTools(...([{}, {}, {}, {}] as unknown as ConstructorParameters<typeof RuleTools>));
  const calls = new ToolCalls([group], {} as Carrying, {} as Log);
  expect(calls.isBulk('save_rule', { name: 'Café', applyToExisting: true })).toBe(true);
  for (const args of [{ name: 'Café' }, { applyToExisting: false }, { applyToExisting: 'true' }, undefined, null, 7]) {
    expect(calls.isBulk('save_rule', args)).toBe(false);
  }
  expect(calls.isBulk('list_rules', { applyToExisting: true })).toBe(false);
});
