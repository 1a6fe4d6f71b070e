/** Something that happened, as the feed tells it: ids, names of fields and figures, but no words that people wrote. */
export interface Announcement {
  /** Its name in the catalogue, such as `account.created`. */
  readonly type: string;
  readonly subjectId: string;
  /** The fields that an update changed, as requests name them; those that no request names, as answers do. */
  readonly changed: readonly string[];
  readonly data: object;
}

/** What an event tells besides its subject; a type that declares data always has it. */
type Details<Data> = Data extends object
  ? [details: { readonly data: Data; readonly changed?: readonly string[] }]
  : [details?: { readonly changed?: readonly string[] }];

/** A line of the catalogue, which is called to say that it happened to something. */
export type EventType<Data extends object | null> = (subjectId: string, ...details: Details<Data>) => Announcement;

const catalogue = new Map<string, string>();

/**
 * Declares a type of event, one line of the catalogue; the service that makes the change calls it for `work.announce`. The word
 * before the dot is its family and the kind of its subject.
 * @typeParam Data the ids and figures that it tells besides its subject
 * @param meaning what happened, as a sentence for those who read events
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

/** The types that the loaded contexts declare, in alphabetical order, each with what it means. */
export function eventCatalogue(): readonly (readonly [name: string, meaning: string])[] {
  return [...catalogue].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The types that a name stands for: itself, or all of a family for `transaction.*`.
 * @returns none where the name is unknown
 */
export function typesNamed(name: string): string[] {
  if (!name.endsWith('.*')) return catalogue.has(name) ? [name] : [];
  return [...catalogue.keys()].filter((type) => type.startsWith(name.slice(0, -1)));
}
