import type { CoarseScope, FineScope, ScopeTopic } from '@app/kernel/pure';
import { SCOPES, scopesIn } from '@app/kernel/pure';
import type { Messages } from './messages.js';

/** The scopes of keys. */
export const KEY_SCOPES: readonly CoarseScope[] = ['read_only', 'read_write'];

/** A radio button for a scope, with its explanation. */
export function ScopeOption({
  messages,
  scope,
  checked,
}: {
  messages: Messages;
  scope: CoarseScope;
  checked: boolean;
}) {
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

/** A box for one of the things that an app asks to see or to change. */
export function ScopeBox({ messages, scope, checked }: { messages: Messages; scope: FineScope; checked: boolean }) {
  const topic = topicOf(scope);
  const changed = scope.endsWith(':write') ? messages.changedTopics[topic] : undefined;
  return (
    <label class="check">
      <input type="checkbox" name={scope} value="on" checked={checked} />
      <span>{changed ?? messages.topics[topic]}</span>
    </label>
  );
}

/** What an app may do, in words: everything in one of two, or what it sees and what it changes. */
export function scopeSummary(messages: Messages, granted: string): string {
  const given = scopesIn(granted);
  const scopes = SCOPES.filter((scope) => given.includes(scope));
  if (scopes.includes('read_write')) return messages.read_write;
  const topics = (ending: string) =>
    scopes.filter((scope) => scope.endsWith(ending)).map((scope) => messages.topics[topicOf(scope as FineScope)]);
  const reads = scopes.includes('read_only') ? [messages.everything] : topics(':read');
  const [changes, sees] = [topics(':write'), reads];
  if (changes.length === 0 && scopes.includes('read_only')) return messages.read_only;
  const line = (verb: string, what: readonly string[]) => (what.length > 0 ? [`${verb}: ${what.join(', ')}`] : []);
  return [...line(messages.sees, sees), ...line(messages.changes, changes)].join(' · ');
}

const topicOf = (scope: FineScope): ScopeTopic => scope.split(':')[0] as ScopeTopic;

/** The scope of a key. */
export function ScopeBadge({ messages, scope }: { messages: Messages; scope: CoarseScope }) {
  return <span class={`badge ${scope === 'read_write' ? 'strong' : ''}`}>{messages[scope]}</span>;
}
