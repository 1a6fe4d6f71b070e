/** Says what the file is. A file of another version is refused, never guessed at. */
export const EXPORT_FORMAT = 'centavo-workspace';
export const EXPORT_VERSION = 1;

/** A section with its rows as JSON texts, a batch at a time. */
export interface SectionRows {
  readonly section: string;
  readonly batches: AsyncIterable<readonly string[]>;
}

/**
 * An export as one JSON object in pieces. Every row stands on a line of its own, so that a file can be read again line by
 * line, and compared with another by its lines. The last line closes the object: a file without it was cut off.
 */
export async function* exportDocument(workspace: string, sections: Iterable<SectionRows>): AsyncGenerator<string> {
  yield `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},\n"workspace":${workspace}`;
  for (const { section, batches } of sections) {
    yield `,\n"${section}":[`;
    let before = '\n';
    for await (const batch of batches) {
      yield before + batch.join(',\n');
      before = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}
