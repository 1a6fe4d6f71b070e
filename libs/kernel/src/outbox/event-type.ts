/** A public event for the feed. It contains IDs, field names and figures, but no text that users wrote. */
export interface Announcement {
  readonly type: string;
  readonly subjectId: string;
  /**
   * Names of the fields that an update changed. They are the names in requests, or in responses if no request has the
   * field.
   */
  readonly changed: readonly string[];
  readonly data: object;
}

type Details<Data> = Data extends object
  ? [details: { readonly data: Data; readonly changed?: readonly string[] }]
  : [details?: { readonly changed?: readonly string[] }];

export type EventType<Data extends object | null> = (subjectId: string, ...details: Details<Data>) => Announcement;

const catalogue = new Map<string, string>();

/**
 * Declares an event type and adds it to the catalog. Pass the events that it creates to `work.announce`. The part of
 * the name before the dot is the family of the event and the kind of its subject.
 * @typeParam Data IDs and figures in addition to the subject
 * @param meaning description for API clients
 */
export function eventType<Data extends object | null = null>(name: string, meaning: string): EventType<Data> {
  if (catalogue.has(name)) throw new Error(`event type ${name} is declared twice`);
  catalogue.set(name, meaning);
  return (subjectId, details?: { readonly data?: object; readonly changed?: readonly string[] }) => ({
    type: name,
    subjectId,
    changed: details?.changed ?? [],
    data: details?.data ?? {},
  });
}

export function eventCatalogue(): readonly (readonly [name: string, meaning: string])[] {
  return [...catalogue].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Returns the types that a name stands for: the type itself, or for a pattern such as `transaction.*` all types of the
 * family. Returns an empty list if the name is unknown.
 */
export function typesNamed(name: string): string[] {
  if (!name.endsWith('.*')) return catalogue.has(name) ? [name] : [];
  return [...catalogue.keys()].filter((type) => type.startsWith(name.slice(0, -1)));
}
