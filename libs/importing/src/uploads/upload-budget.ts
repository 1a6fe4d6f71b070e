const MIB = 1024 * 1024;
/** Smaller files come in at once: many of them take no more than a single large one. */
const LARGE_FROM_BYTES = MIB;
/** What larger files may take together. */
const MOST_BYTES = 128 * MIB;

/**
 * The memory of this process that files may take which are being received or read. Who finds it full is received later, in
 * the order in which they came: until then the network holds what is sent.
 */
export class UploadBudget {
  private taken = 0;
  private readonly waiting: { readonly bytes: number; readonly enter: () => void }[] = [];

  /**
   * Waits until there is room for a file of so many bytes, at most those of all room together.
   * @returns what gives the room back; it may be called again
   */
  async enter(bytes: number): Promise<() => void> {
    if (bytes < LARGE_FROM_BYTES) return () => undefined;
    if (this.waiting.length === 0 && this.taken + bytes <= MOST_BYTES) this.taken += bytes;
    else await new Promise<void>((enter) => this.waiting.push({ bytes, enter }));
    let inside = true;
    return () => {
      if (inside) this.leave(bytes);
      inside = false;
    };
  }

  private leave(bytes: number): void {
    this.taken -= bytes;
    while (this.waiting.length > 0 && this.taken + this.waiting[0]!.bytes <= MOST_BYTES) {
      const next = this.waiting.shift()!;
      this.taken += next.bytes;
      next.enter();
    }
  }
}
