import { invalidField } from '@app/kernel/pure';

export type CategoryKind = 'expense' | 'income';

export interface TreeNode {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly kind: string;
}

const SPANISH = new Intl.Collator('es-MX', { sensitivity: 'base', numeric: true });

/** Sorts expense before income, children after their parent, and siblings by name in Spanish order. */
export function inTreeOrder<Node extends TreeNode>(nodes: readonly Node[]): Node[] {
  const children = new Map<string | null, Node[]>();
  for (const node of nodes) {
    children.set(node.parentId, [...(children.get(node.parentId) ?? []), node]);
  }
  const below = (parent: string | null): Node[] =>
    (children.get(parent) ?? [])
      .sort((a, b) => a.kind.localeCompare(b.kind) || SPANISH.compare(a.name, b.name) || a.id.localeCompare(b.id))
      .flatMap((node) => [node, ...below(node.id)]);
  return below(null);
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

/** Defaults to the parent's kind. @throws ValidationFailed if kind is missing at the root or differs from the parent's */
export function kindUnder(parent: CategoryKind | undefined, kind: CategoryKind | undefined): CategoryKind {
  const result = kind ?? parent;
  if (result === undefined) throw invalidField(['kind'], 'REQUIRED', 'is required for a category without a parent');
  if (parent !== undefined && parent !== result) {
    throw invalidField(['kind'], 'KIND_MISMATCH', `must be the kind of the parent, ${parent}`);
  }
  return result;
}
