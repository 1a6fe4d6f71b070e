const SPANISH = new Intl.Collator('es-MX', { sensitivity: 'base', numeric: true });

/** Sorts contacts by name in Spanish order, and contacts with the same name from oldest to newest. */
export function inNameOrder<Named extends { readonly id: string; readonly name: string }>(contacts: Named[]): Named[] {
  return contacts.toSorted((a, b) => SPANISH.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}
