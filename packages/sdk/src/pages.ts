interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
  readonly hasMore?: boolean;
}

/**
 * Paginated list. `await` returns the first page. `for await` yields the items of all pages and fetches a page only
 * when it needs it.
 */
export class Pages<P extends Page> implements PromiseLike<P>, AsyncIterable<P['items'][number]> {
  private first: Promise<P> | undefined;

  /** @param read fetches the page at a cursor; without a cursor, the first page */
  constructor(private readonly read: (cursor?: string) => Promise<P>) {}

  then<A = P, B = never>(
    fulfilled?: ((page: P) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.firstPage().then(fulfilled, rejected);
  }

  async *pages(): AsyncGenerator<P, void, undefined> {
    for (let page = await this.firstPage(); ; page = await this.read(page.nextCursor)) {
      yield page;
      if (page.nextCursor === null || page.hasMore === false) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<P['items'][number], void, undefined> {
    for await (const { items } of this.pages()) yield* items as P['items'][number][];
  }

  /** Returns the items of all pages in one array. */
  async all(): Promise<P['items'][number][]> {
    const items: P['items'][number][] = [];
    for await (const item of this) items.push(item);
    return items;
  }

  private firstPage(): Promise<P> {
    return (this.first ??= this.read());
  }
}
