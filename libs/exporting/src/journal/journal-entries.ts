/** What transactions refer to, as their export writes it. It is held in memory, unlike the transactions. */
export interface Book {
  readonly accounts: ReadonlyMap<string, BookAccount>;
  readonly categories: ReadonlyMap<string, BookCategory>;
  readonly contacts: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  readonly tags: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
}

export interface BookAccount {
  readonly id: string;
  readonly name: string;
  readonly kind: 'asset' | 'liability';
  readonly currency: string;
  /** As it is shown: of a liability what was owed. */
  readonly openingBalance: string;
  readonly openingDate: string;
}

export interface BookCategory {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly kind: 'expense' | 'income';
}

/** A row of the section of transactions, as far as books are made of it. */
export interface BookTransaction {
  readonly id: string;
  readonly accountId: string | null;
  readonly type: string;
  readonly date: string;
  readonly description: string;
  readonly notes: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly toAccountId: string | null;
  readonly toAmount: string | null;
  readonly toCurrency: string | null;
  readonly tagIds: readonly string[] | null;
  readonly externalId: string | null;
  readonly deletedAt: string | null;
}

/** What a transaction, or a part of it, was for. */
export interface Purpose {
  readonly type: string;
  readonly amount: string;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly notes: string | null;
}

/** A row of the section of parts. */
export interface BookPart extends Purpose {
  readonly transactionId: string;
}

/** A transaction with its parts in their order; none where it is a whole. */
export interface BookEntry {
  readonly transaction: BookTransaction;
  readonly parts: readonly Purpose[];
}

const MONEY_OUT: readonly string[] = ['expense', 'transfer', 'lent', 'repayment_made'];

/** An amount with the sign of what it does to the owner's position: an expense of 25.00 is -25.00, an adjustment is as it is. */
export function signed(type: string, amount: string): string {
  return MONEY_OUT.includes(type) ? negated(amount) : amount;
}

/** The same amount with the other sign: `-25.00` is `25.00`. */
export function negated(amount: string): string {
  if (/^-?0\.00$/.test(amount)) return '0.00';
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** The names of a transaction's tags, in their order. */
export function tagNames({ tags }: Book, { tagIds }: Pick<BookTransaction, 'tagIds'>): string[] {
  return (tagIds ?? []).map((id) => tags.get(id)!.name);
}

/** A category with all that stand above it, from the root down. */
export function categoryPath({ categories }: Book, id: string): BookCategory[] {
  const path: BookCategory[] = [];
  for (let at = categories.get(id); at !== undefined; at = categories.get(at.parentId ?? '')) path.unshift(at);
  return path;
}

/**
 * Lays the parts beside their transactions. Both come in the same order, so that each is read once and a batch at a time.
 * A part belongs to the transaction that it names.
 */
export async function* entriesOf(
  transactions: AsyncIterable<readonly BookTransaction[]>,
  parts: AsyncIterable<readonly BookPart[]>,
): AsyncGenerator<BookEntry[]> {
  const source = parts[Symbol.asyncIterator]();
  let waiting: readonly BookPart[] = [];
  let at = 0;
  const next = async (): Promise<BookPart | undefined> => {
    if (at === waiting.length) {
      const read = await source.next();
      waiting = read.done ? [] : read.value;
      at = 0;
    }
    return waiting[at];
  };
  for await (const batch of transactions) {
    const entries: BookEntry[] = [];
    for (const transaction of batch) {
      const own: BookPart[] = [];
      for (let part = await next(); part?.transactionId === transaction.id; part = await next()) {
        own.push(part);
        at += 1;
      }
      entries.push({ transaction, parts: own });
    }
    yield entries;
  }
}
