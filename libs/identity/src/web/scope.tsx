import type { Scope } from '@app/kernel';
import type { Messages } from './messages.js';

export const SCOPES: readonly Scope[] = ['read_only', 'read_write'];

/** A radio button for a scope, with its explanation. */
export function ScopeOption({ messages, scope, checked }: { messages: Messages; scope: Scope; checked: boolean }) {
  return (
    <label class="option">
      <input type="radio" name="scope" value={scope} checked={checked} required />
      <span>
        <b>{messages[scope]}</b>
        <span>{messages[`${scope}Means`]}</span>
      </span>
    </label>
  );
}

/** The scope of a key or an app. */
export function ScopeBadge({ messages, scope }: { messages: Messages; scope: Scope }) {
  return <span class={`badge ${scope === 'read_write' ? 'strong' : ''}`}>{messages[scope]}</span>;
}
