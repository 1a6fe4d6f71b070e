/** Numbers of the BIFF8 records that the reader uses. Source: MS-XLS 2.3. */
export const BIFF = {
  formula: 0x0006,
  end: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  continued: 0x003c,
  boundSheet: 0x0085,
  multipleRk: 0x00bd,
  richString: 0x00d6,
  cellFormat: 0x00e0,
  sharedStrings: 0x00fc,
  sharedLabel: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolOrError: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  format: 0x041e,
  begin: 0x0809,
} as const;

export interface BiffRecord {
  readonly kind: number;
  readonly data: DataView;
}

/** Yields the records of a stream. Omits the last record if it is truncated. */
export function* biffRecords(stream: Uint8Array, from = 0): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = from; at + 4 <= stream.length;) {
    const length = view.getUint16(at + 2, true);
    if (at + 4 + length > stream.length) return;
    yield { kind: view.getUint16(at, true), data: new DataView(stream.buffer, stream.byteOffset + at + 4, length) };
    at += 4 + length;
  }
}

const WIDE = 1;
const WITH_EXTENSION = 4;
const WITH_FORMATS = 8;

export class BiffText {
  private segment = 0;
  private at = 0;

  constructor(private readonly segments: readonly DataView[]) {}

  get isAtEnd(): boolean {
    while (this.segment < this.segments.length && this.at >= this.segments[this.segment]!.byteLength) {
      this.segment += 1;
      this.at = 0;
    }
    return this.segment >= this.segments.length;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && !this.isAtEnd;) {
      const step = Math.min(left, this.segments[this.segment]!.byteLength - this.at);
      this.at += step;
      left -= step;
    }
  }

  byte(): number {
    if (this.isAtEnd) return 0;
    this.at += 1;
    return this.segments[this.segment]!.getUint8(this.at - 1);
  }

  number16(): number {
    return this.byte() + this.byte() * 0x100;
  }

  number32(): number {
    return this.number16() + this.number16() * 0x10000;
  }

  text(length: number): string {
    const flags = this.byte();
    const formats = flags & WITH_FORMATS ? this.number16() : 0;
    const extension = flags & WITH_EXTENSION ? this.number32() : 0;
    const text = this.characters(length, (flags & WIDE) !== 0);
    this.skip(formats * 4 + extension);
    return text;
  }

  /** Reads characters. If the text continues in the next record, that record starts with a new flag byte. */
  private characters(length: number, wide: boolean): string {
    let text = '';
    let size = wide ? 2 : 1;
    for (let left = length; left > 0 && !this.isAtEnd;) {
      if (this.at === 0 && text !== '') size = this.byte() & WIDE ? 2 : 1;
      const { buffer, byteOffset, byteLength } = this.segments[this.segment]!;
      const count = Math.min(left, Math.max(1, Math.floor((byteLength - this.at) / size)));
      const bytes = Buffer.from(buffer, byteOffset + this.at, Math.min(count * size, byteLength - this.at));
      text += bytes.toString(size === 2 ? 'utf16le' : 'latin1');
      this.at += bytes.length;
      left -= count;
    }
    return text;
  }
}

/** Decodes an RK number: an integer or the upper half of a double, optionally in hundredths. */
export function rkNumber(rk: number): number {
  const double = new DataView(new ArrayBuffer(8));
  double.setUint32(4, rk & 0xfffffffc, true);
  double.setUint32(0, 0, true);
  const value = rk & 2 ? rk >> 2 : double.getFloat64(0, true);
  return rk & 1 ? value / 100 : value;
}
