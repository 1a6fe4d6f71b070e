import { newId } from '@app/kernel/pure';
import type { CategoryKind } from './category-tree.js';

export interface PlacedCategory {
  readonly id: string;
  readonly kind: CategoryKind;
  readonly parentId: string | null;
  readonly foldedName: string;
}

export interface NewCategory extends PlacedCategory {
  readonly name: string;
}

/** A category to create. Its name may be a path such as `Hogar > Luz`. */
export interface MissingCategory {
  readonly name: string;
  readonly kind: CategoryKind;
  readonly folded: string;
  /** Names of the categories along the path, normalized by `fold_text`. */
  readonly foldedSteps: readonly string[];
}

/** ID of the category that a name refers to, and IDs of the categories created for the name. */
export interface NamedCategory {
  readonly id: string;
  readonly created: readonly string[];
}

/**
 * Creates missing categories in memory. Names after a created category can refer to it, by the same rule as in
 * `ledger_categories_named`.
 */
export class MissingCategories {
  readonly created: NewCategory[] = [];
  private readonly byPlace = new Map<string, PlacedCategory>();
  private readonly byName = new Map<string, PlacedCategory>();
  private readonly byPath = new Map<string, PlacedCategory>();

  /** @param existing at least all categories whose names occur in the paths */
  constructor(existing: readonly PlacedCategory[]) {
    for (const category of existing) this.byPlace.set(keyOf(category.kind, placeOf(category)), category);
  }

  findOrCreate({ name, kind, folded, foldedSteps }: MissingCategory): NamedCategory {
    const isPath = foldedSteps.length > 1;
    const known = (isPath && find(this.byPath, kind, folded)) || find(this.byName, kind, folded);
    if (known) return { id: known.id, created: [] };
    const before = this.created.length;
    const last = name.split(' > ').reduce<Pick<PlacedCategory, 'kind'> & { readonly id: string | null }>(
      (above, step, at) => {
        const place = { parentId: above.id, foldedName: foldedSteps[at]! };
        const existing = find(this.byPlace, above.kind, placeOf(place));
        return (
          existing ?? this.create({ ...place, kind: above.kind, name: step }, foldedSteps.slice(0, at + 1).join(' > '))
        );
      },
      { id: null, kind },
    );
    return { id: last.id!, created: this.created.slice(before).map(({ id }) => id) };
  }

  private create(fields: Omit<NewCategory, 'id'>, path: string): PlacedCategory {
    const category = { id: newId(), ...fields };
    const { kind, parentId, foldedName } = category;
    this.created.push(category);
    this.byPlace.set(keyOf(kind, placeOf(category)), category);
    this.byPath.set(keyOf(kind, path), category);
    const namesake = this.byName.get(keyOf(kind, foldedName));
    if (!namesake || (parentId === null && namesake.parentId !== null))
      this.byName.set(keyOf(kind, foldedName), category);
    return category;
  }
}

const keyOf = (kind: CategoryKind, key: string) => `${kind} ${key}`;

const placeOf = ({ parentId, foldedName }: Pick<PlacedCategory, 'parentId' | 'foldedName'>) =>
  `${parentId} ${foldedName}`;

/** Finds a category of the given kind, or else of the other kind. */
function find(categories: ReadonlyMap<string, PlacedCategory>, kind: CategoryKind, key: string) {
  return categories.get(keyOf(kind, key)) ?? categories.get(keyOf(kind === 'expense' ? 'income' : 'expense', key));
}
