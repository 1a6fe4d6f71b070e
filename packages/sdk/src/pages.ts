/** A page of a list. */
interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
  readonly hasMore?: boolean;
}

/**
 * A list that comes in pages. `await` gives the first page, `for await` every item of all pages: the next one is asked for
 * when it is needed.
 */
export class Pages<P extends Page> implements PromiseLike<P>, AsyncIterable<P['items'][number]> {
  private first: Promise<P> | undefined;

  /** @param read asks for the page at a cursor, or for the first one */
  constructor(private readonly read: (cursor?: string) => Promise<P>) {}

  then<A = P, B = never>(
    fulfilled?: ((page: P) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.firstPage().then(fulfilled, rejected);
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    for (let page = await this.firstPage(); ; page = await this.read(page.nextCursor)) {
      yield page;
      if (page.nextCursor === null || page.hasMore === false) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<P['items'][number], void, undefined> {
    for await (const { items } of this.pages()) yield* items as P['items'][number][];
  }

  /** Every item of all pages, as one array. */
  async all(): Promise<P['items'][number][]> {
    const found: P['items'][number][] = [];
    for await (const item of this) found.push(item);
    return found;
  }

  /** Asked for once, however often the list is read. */
  private firstPage(): Promise<P> {
    return (this.first ??= this.read());
  }
}
