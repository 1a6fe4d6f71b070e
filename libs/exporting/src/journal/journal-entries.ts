/** Objects to which transactions refer. They are all in memory, whereas transactions are streamed. */
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
  /** Balance as users see it. For a liability, it is the debt. */
  readonly openingBalance: string;
  readonly openingDate: string;
}

export interface BookCategory {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly kind: 'expense' | 'income';
}

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

export interface Purpose {
  readonly type: string;
  readonly amount: string;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly notes: string | null;
}

export interface BookPart extends Purpose {
  readonly transactionId: string;
}

export interface BookEntry {
  readonly transaction: BookTransaction;
  readonly parts: readonly Purpose[];
}

const MONEY_OUT: readonly string[] = ['expense', 'transfer', 'lent', 'repayment_made'];

/** Returns the effect on the owner's wealth: -25.00 for an expense of 25.00. An adjustment already has a sign. */
export function signed(type: string, amount: string): string {
  return MONEY_OUT.includes(type) ? negated(amount) : amount;
}

export function negated(amount: string): string {
  if (/^-?0\.00$/.test(amount)) return '0.00';
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

export function tagNames({ tags }: Book, { tagIds }: Pick<BookTransaction, 'tagIds'>): string[] {
  return (tagIds ?? []).map((id) => tags.get(id)!.name);
}

/** Returns the path from the root to the category. */
export function categoryPath({ categories }: Book, id: string): BookCategory[] {
  const path: BookCategory[] = [];
  for (let at = categories.get(id); at !== undefined; at = categories.get(at.parentId ?? '')) path.push(at);
  return path.reverse();
}

/** Joins transactions with their splits. Both are in the same order, so each is read only once, in batches. */
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
