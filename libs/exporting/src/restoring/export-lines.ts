import { EXPORT_FORMAT, EXPORT_VERSION } from '../sections/export-document.js';
import type { ExportedTable } from '@app/kernel/pure';
import { ExportRefused } from './refusal.js';

/** A row of an export, where it stands in the file, and as it stands there. */
export interface ExportedLine {
  readonly section: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

const HEAD = `{"format":"${EXPORT_FORMAT}","version":`;
/** Longer than any row: the longest is of an import that made a hundred thousand transactions. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;

/** The lines of a text in pieces, without their ends. Only a line feed ends a line: others may stand in a text. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > MAX_LINE_LENGTH) throw new ExportRefused('A line is longer than any of an export.');
  }
  if (rest !== '') yield rest;
}

/** A section as the file may have it. */
type SectionName = Pick<ExportedTable, 'section' | 'addedLater'>;

/**
 * The rows of an export in the order of its sections, the workspace's own first.
 * @throws ExportRefused when the file is no export, of another version, cut off, or not as an export is written; the
 * message says in which line
 */
export async function* exportedLines(
  lines: AsyncIterable<string>,
  sections: readonly SectionName[],
): AsyncGenerator<ExportedLine> {
  const source = lines[Symbol.asyncIterator]();
  let line = 0;
  const next = async (): Promise<string> => {
    const read = await source.next();
    if (read.done) throw new ExportRefused(`The file breaks off after line ${line}.`);
    line += 1;
    return read.value.endsWith('\r') ? read.value.slice(0, -1) : read.value;
  };
  const expect = (found: string, ...wanted: string[]): void => {
    if (!wanted.includes(found))
      throw new ExportRefused(`Line ${line} is not ${wanted[0]}, as an export has it there.`);
  };

  refuseOther(await next());
  const workspace = await next();
  const text = /^"workspace":(\{.*\}),$/.exec(workspace)?.[1];
  if (text === undefined) throw new ExportRefused(`Line ${line} is not the workspace, as an export has it there.`);
  yield { section: 'workspace', line, text };
  let head: string | undefined;
  for (const [index, { section, addedLater }] of sections.entries()) {
    head ??= await next();
    if (addedLater && head !== `"${section}":[`) continue;
    expect(head, `"${section}":[`);
    head = undefined;
    const after = sections.slice(index + 1);
    // A file of an earlier version ends where all that would follow was added later.
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
    if (rest.value !== '') throw new ExportRefused(`Something follows the end of the export in line ${line}.`);
  }
}

/** @throws ExportRefused */
function refuseOther(head: string): void {
  const version = head.startsWith(HEAD) ? head.slice(HEAD.length).replace(/,$/, '') : null;
  if (version === String(EXPORT_VERSION)) return;
  if (version !== null && /^\d{1,6}$/.test(version)) {
    throw new ExportRefused(`The file is of version ${version}; this program reads ${EXPORT_VERSION}.`);
  }
  const isFormatted = head.trim() === '{' || head.replaceAll(/\s/g, '').startsWith(HEAD);
  throw new ExportRefused(
    isFormatted
      ? 'Another program saved the file with other spaces or line breaks. Import it as it was exported.'
      : 'The file is no export of a workspace.',
  );
}
