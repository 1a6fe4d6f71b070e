import { invalidField } from '@app/kernel/pure';

export type CategoryKind = 'expense' | 'income';

export interface TreeNode {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly kind: string;
}

const SPANISH = new Intl.Collator('es-MX', { sensitivity: 'base', numeric: true });

/** Sorts categories: expense before income, parents before their children, and siblings by name in Spanish order. */
export function inTreeOrder<Node extends TreeNode>(nodes: readonly Node[]): Node[] {
  const children = new Map<string | null, Node[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parentId);
    if (siblings) siblings.push(node);
    else children.set(node.parentId, [node]);
  }
  for (const siblings of children.values()) siblings.sort(inReverse);
  // Uses a stack, because recursion could overflow in a deep tree.
  const pending = children.get(null) ?? [];
  const ordered: Node[] = [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    ordered.push(next);
    for (const child of children.get(next.id) ?? []) pending.push(child);
  }
  return ordered;
}

function inReverse(a: TreeNode, b: TreeNode): number {
  return b.kind.localeCompare(a.kind) || SPANISH.compare(b.name, a.name) || b.id.localeCompare(a.id);
}

/** True if the parent is the category itself or one of its descendants. */
export function wouldCycle(nodes: readonly TreeNode[], id: string, parentId: string): boolean {
  const parents = new Map(nodes.map((node) => [node.id, node.parentId]));
  const below = new Set([id]);
  for (let above: string | null = parentId; above !== null; above = parents.get(above) ?? null) {
    if (below.has(above)) return true;
    below.add(above);
  }
  return false;
}

/**
 * Returns the kind of a category under a parent. Defaults to the kind of the parent.
 * @throws ValidationFailed if the kind is missing at the root or differs from the parent's kind
 */
export function kindUnder(parent: CategoryKind | undefined, kind: CategoryKind | undefined): CategoryKind {
  const result = kind ?? parent;
  if (result === undefined) throw invalidField(['kind'], 'REQUIRED', 'is required for a category without a parent');
  if (parent !== undefined && parent !== result) {
    throw invalidField(['kind'], 'KIND_MISMATCH', `must be the kind of the parent, ${parent}`);
  }
  return result;
}
