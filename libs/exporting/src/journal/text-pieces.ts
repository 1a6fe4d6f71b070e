/** Minimum size of a piece in bytes. */
const PIECE = 256 * 1024;

/** Joins lines into pieces, so that memory use does not depend on the number of lines. */
export function* textPieces(lines: Iterable<string>): Generator<string> {
  let piece: string[] = [];
  let size = 0;
  for (const line of lines) {
    piece.push(line);
    size += Buffer.byteLength(line);
    if (size < PIECE) continue;
    yield piece.join('');
    piece = [];
    size = 0;
  }
  if (piece.length > 0) yield piece.join('');
}
