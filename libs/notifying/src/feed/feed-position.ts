/**
 * How far a reader of events has come. An event is new to it when its transaction was not visible in the snapshot `seen`;
 * so no transaction that was still open then is missed, however late it commits (decision 0053).
 */
export interface FeedPosition {
  /** The snapshot of which everything was read, as PostgreSQL writes a pg_snapshot; null where nothing was. */
  readonly seen: string | null;
  /** The part that was read of a later snapshot: everything up to an event; null where a page ended with its snapshot. */
  readonly within: { readonly snapshot: string; readonly xid: string; readonly seq: string } | null;
}

/** Where a reader begins that wants every event that is kept. */
export const FEED_START: FeedPosition = { seen: null, within: null };

/** Where the search for unread events begins: no event of an earlier transaction is new. */
export function firstUnread({ seen, within }: FeedPosition): readonly [xid: string, seq: string] {
  return within ? [within.xid, within.seq] : [seen?.split(':')[0] ?? '0', '0'];
}

/** The position as texts, for a cursor. */
export function positionTexts({ seen, within }: FeedPosition): string[] {
  return [seen ?? '', ...(within ? [within.snapshot, within.xid, within.seq] : ['', '', ''])];
}

/** The position that texts stand for; null where they stand for none. */
export function positionOf([seen, snapshot, xid, seq]: readonly string[]): FeedPosition | null {
  if (seen !== '' && !isSnapshot(seen)) return null;
  if (snapshot === '') return xid === '' && seq === '' ? { seen: seen || null, within: null } : null;
  if (!isSnapshot(snapshot) || !isNumber(xid) || !isNumber(seq)) return null;
  return { seen: seen || null, within: { snapshot, xid, seq } };
}

/** Whether PostgreSQL takes a text for a pg_snapshot: `xmin:xmax:` and the open transactions between them in their order. */
function isSnapshot(text: string | undefined): text is string {
  const [xmin, xmax, open, ...others] = text?.split(':') ?? [];
  if (!isNumber(xmin) || !isNumber(xmax) || open === undefined || others.length > 0) return false;
  const xids = open === '' ? [] : open.split(',');
  if (!xids.every(isNumber)) return false;
  const order = [xmin, ...xids].map(BigInt);
  return BigInt(xmin) > 0n && order.every((xid, at) => xid <= (order[at + 1] ?? BigInt(xmax))) && !xids.includes(xmax);
}

/** Of 18 digits at most, so that it fits into PostgreSQL's types, and written in one way only. */
function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^(0|[1-9]\d{0,17})$/.test(text);
}
