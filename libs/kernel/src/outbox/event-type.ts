/** A public event for the feed: IDs, field names and figures, but no user-written text. */
export interface Announcement {
  readonly type: string;
  readonly subjectId: string;
  /** Fields that an update changed, named as in requests; fields that no request has are named as in responses. */
  readonly changed: readonly string[];
  readonly data: object;
}

/** Details of an event. Types with data require it. */
type Details<Data> = Data extends object
  ? [details: { readonly data: Data; readonly changed?: readonly string[] }]
  : [details?: { readonly changed?: readonly string[] }];

export type EventType<Data extends object | null> = (subjectId: string, ...details: Details<Data>) => Announcement;

const catalogue = new Map<string, string>();

/**
 * Declares an event type for the catalogue. Pass its events to `work.announce`. The word before the dot is its family
 * and the kind of its subject.
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

/** Returns the type with this name, or all types of a family for `transaction.*`; an empty list for an unknown name. */
export function typesNamed(name: string): string[] {
  if (!name.endsWith('.*')) return catalogue.has(name) ? [name] : [];
  return [...catalogue.keys()].filter((type) => type.startsWith(name.slice(0, -1)));
}
