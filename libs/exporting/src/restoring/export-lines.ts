import { EXPORT_FORMAT, EXPORT_VERSION } from '../sections/export-document.js';
import type { ExportedTable } from '@app/kernel/pure';
import { ExportRefused } from './refusal.js';

export interface ExportedLine {
  readonly section: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

const HEAD = `{"format":"${EXPORT_FORMAT}","version":`;
/** Longer than any row. The longest possible row is an import that created 100,000 transactions. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;

/** Splits text at line feeds only, because stored strings may contain other line separators. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > MAX_LINE_LENGTH) throw new ExportRefused('A line is too long for an export.');
  }
  if (rest !== '') yield rest;
}

type SectionName = Pick<ExportedTable, 'section' | 'addedLater'>;

/**
 * Yields the rows of an export by section, starting with the workspace.
 * @throws ExportRefused with the line number if the file is not an export, has a different version, is truncated or was
 * edited
 */
export async function* exportedLines(
  lines: AsyncIterable<string>,
  sections: readonly SectionName[],
): AsyncGenerator<ExportedLine> {
  const source = lines[Symbol.asyncIterator]();
  let line = 0;
  const next = async (): Promise<string> => {
    const read = await source.next();
    if (read.done)
      throw new ExportRefused(`The file ends unexpectedly after line ${line}. Export the workspace again.`);
    line += 1;
    return read.value.endsWith('\r') ? read.value.slice(0, -1) : read.value;
  };
  const expect = (text: string, ...wanted: string[]): void => {
    if (!wanted.includes(text)) throw new ExportRefused(`Line ${line} of an export must be ${wanted[0]}`);
  };

  refuseOther(await next());
  const workspace = await next();
  const text = /^"workspace":(\{.*\}),$/.exec(workspace)?.[1];
  if (text === undefined) throw new ExportRefused(`Line ${line} of an export must contain the workspace.`);
  yield { section: 'workspace', line, text };
  let head: string | undefined;
  for (const [index, { section, addedLater }] of sections.entries()) {
    head ??= await next();
    if (addedLater && head !== `"${section}":[`) continue;
    expect(head, `"${section}":[`);
    head = undefined;
    const after = sections.slice(index + 1);
    // A file from an earlier version ends before the sections that later versions added.
    const ends = [...(after.length > 0 ? ['],'] : []), ...(after.every((each) => each.addedLater) ? [']'] : [])];
    let more = true;
    let row = await next();
    for (; !ends.includes(row); row = await next()) {
      if (!more) expect(row, ...ends);
      more = row.endsWith(',');
      yield { section, line, text: more ? row.slice(0, -1) : row };
    }
    if (row === ']') break;
  }
  expect(await next(), '}');
  for (let rest = await source.next(); !rest.done; rest = await source.next()) {
    line += 1;
    if (rest.value !== '')
      throw new ExportRefused(`Line ${line} is after the end of the export. Remove it or export the workspace again.`);
  }
}

function refuseOther(head: string): void {
  const version = head.startsWith(HEAD) ? head.slice(HEAD.length).replace(/,$/, '') : null;
  if (version === String(EXPORT_VERSION)) return;
  if (version !== null && /^\d{1,6}$/.test(version)) {
    throw new ExportRefused(`The file has version ${version}; this program reads version ${EXPORT_VERSION}.`);
  }
  const isFormatted = head.trim() === '{' || head.replaceAll(/\s/g, '').startsWith(HEAD);
  throw new ExportRefused(
    isFormatted
      ? 'The file was reformatted by another program. Import it exactly as it was exported.'
      : 'The file is not an export of a workspace.',
  );
}
