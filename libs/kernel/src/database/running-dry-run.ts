/**
 * A dry run while its work is done. Work that is one statement may be all there is: the look is sent right behind it, which
 * spares waiting once. Where more comes, that look is forgotten.
 */
export class RunningDryRun<Seen = unknown> {
  private ahead: Promise<Seen> | undefined;
  private last: Promise<Seen> | undefined;

  constructor(
    private readonly lookNow: () => Promise<Seen>,
    readonly published: object[],
  ) {}

  /** Looks behind a statement that was sent and is not answered yet. */
  lookAhead(event: object | undefined): void {
    if (event !== undefined) this.published.push(event);
    this.ahead = this.lookNow();
    // Where the statement fails, so does the look.
    this.ahead.catch(() => undefined);
  }

  /** The statement is done with: unless more follows, the look behind it has seen everything. */
  keepLook(): void {
    this.last = this.ahead;
  }

  /** More is done, or may have been. */
  forgetLook(): void {
    this.last = undefined;
  }

  /** What is there after all that was done. */
  look(): Promise<Seen> {
    return this.last ?? this.lookNow();
  }
}
