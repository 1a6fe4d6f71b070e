import type { CoarseScope, FineScope, MemberRole, ScopeTopic } from '@app/kernel/pure';
import { SCOPES, scopesIn } from '@app/kernel/pure';
import type { Messages } from './messages.js';

/** Returns the scopes that a member can give to a key. */
export function keyScopesOf(role: MemberRole): readonly CoarseScope[] {
  return role === 'viewer' ? ['read_only'] : ['read_only', 'read_write'];
}

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

/** Describes an app's scopes in words, such as the topics that it reads and changes. */
export function scopeSummary(messages: Messages, granted: string): string {
  const grantedScopes = scopesIn(granted);
  const scopes = SCOPES.filter((scope) => grantedScopes.includes(scope));
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

export function ScopeBadge({ messages, scope }: { messages: Messages; scope: CoarseScope }) {
  return <span class={`badge ${scope === 'read_write' ? 'strong' : ''}`}>{messages[scope]}</span>;
}
