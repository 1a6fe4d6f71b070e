/** Runs work with the same key one after the other in this process. Waiting callers do not hold a connection. */
export class Serialized {
  private readonly latest = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.latest.get(key) ?? Promise.resolve();
    const mine = before.then(work);
    const ended = mine.catch(() => undefined);
    this.latest.set(key, ended);
    void ended.then(() => this.latest.get(key) === ended && this.latest.delete(key));
    return mine;
  }
}
