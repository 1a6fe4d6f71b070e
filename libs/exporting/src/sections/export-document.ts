/** Identifier of the format. A restore rejects files with a different format or version. */
export const EXPORT_FORMAT = 'centavo-workspace';
export const EXPORT_VERSION = 1;

export interface SectionRows {
  readonly section: string;
  readonly batches: AsyncIterable<readonly string[]>;
}

/**
 * Writes one row per line, so that tools can compare exports by line. The last line proves that the file is complete.
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
