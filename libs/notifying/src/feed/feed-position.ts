/**
 * How far a reader of events has come. An event is new to it when its transaction was not visible in the snapshot `seen`;
 * so no transaction that was still open then is missed, however late it commits (decision 0053).
 *
 * Snapshots and transactions are numbers of one server. Where the workspace had been moved to it from another one, how often is
 * written before them: `2/100:104:`. Everything of the servers before is visible in it (decision 0089).
 */
export interface FeedPosition {
  /** The snapshot of which everything was read, as PostgreSQL writes a pg_snapshot; null where nothing was. */
  readonly seen: string | null;
  /** The part that was read of a later snapshot: everything up to an event; null where a page ended with its snapshot. */
  readonly within: { readonly snapshot: string; readonly xid: string; readonly seq: string } | null;
}

/** Where a reader begins that wants every event that is kept. */
export const FEED_START: FeedPosition = { seen: null, within: null };

/** Where the search for unread events begins: no event of an earlier epoch or transaction is new. */
export function firstUnread({ seen, within }: FeedPosition): readonly [epoch: number, xid: string, seq: string] {
  const { epoch, text } = ofEpoch(within?.xid ?? seen ?? '0');
  return [epoch, text.split(':')[0]!, within?.seq ?? '0'];
}

/** A snapshot or transaction of an epoch, as a position has it. */
export function inEpoch(epoch: number, text: string): string {
  return epoch === 0 ? text : `${epoch}/${text}`;
}

/** The same, taken apart. */
export function ofEpoch(position: string): { readonly epoch: number; readonly text: string } {
  const [first, ...rest] = position.split('/');
  return rest.length === 0 ? { epoch: 0, text: position } : { epoch: Number(first), text: rest.join('/') };
}

/** The position as texts, for a cursor. */
export function positionTexts({ seen, within }: FeedPosition): string[] {
  return [seen ?? '', ...(within ? [within.snapshot, within.xid, within.seq] : ['', '', ''])];
}

/** The position that texts stand for; null where they stand for none. */
export function positionOf([seen, snapshot, xid, seq]: readonly string[]): FeedPosition | null {
  if (seen !== '' && !isOfEpoch(seen, isSnapshot)) return null;
  if (snapshot === '') return xid === '' && seq === '' ? { seen: seen || null, within: null } : null;
  if (!isOfEpoch(snapshot, isSnapshot) || !isOfEpoch(xid, isNumber) || !isNumber(seq)) return null;
  return { seen: seen || null, within: { snapshot, xid, seq } };
}

/** Whether a text stands for something of an epoch; that of the first one is not written. */
function isOfEpoch(text: string | undefined, is: (rest: string) => boolean): text is string {
  return text !== undefined && is(text.replace(/^[1-9]\d{0,8}\//, ''));
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
