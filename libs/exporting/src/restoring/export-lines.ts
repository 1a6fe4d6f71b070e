import { EXPORT_FORMAT, EXPORT_VERSION } from '../sections/export-document.js';
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
const LONGEST_LINE = 32 * 1024 * 1024;

/** The lines of a text in pieces, without their ends. Only a line feed ends a line: others may stand in a text. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > LONGEST_LINE) throw new ExportRefused('A line is longer than any of an export.');
  }
  if (rest !== '') yield rest;
}

/**
 * The rows of an export in the order of its sections, the workspace's own first.
 * @throws ExportRefused when the file is no export, of another version, cut off, or not as an export is written; the
 * message says in which line
 */
export async function* exportedLines(
  lines: AsyncIterable<string>,
  sections: readonly string[],
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
  for (const [index, section] of sections.entries()) {
    expect(await next(), `"${section}":[`);
    const ends = index === sections.length - 1 ? [']'] : ['],'];
    let more = true;
    for (let row = await next(); row !== ends[0]; row = await next()) {
      if (!more) expect(row, ...ends);
      more = row.endsWith(',');
      yield { section, line, text: more ? row.slice(0, -1) : row };
    }
  }
  expect(await next(), '}');
  for (let rest = await source.next(); !rest.done; rest = await source.next()) {
    line += 1;
    if (rest.value !== '') throw new ExportRefused(`Something follows the end of the export in line ${line}.`);
  }
}

/** @throws ExportRefused */
function refuseOther(head: string): void {
  if (!head.startsWith(HEAD)) throw new ExportRefused('The file is no export of a workspace.');
  const version = head.slice(HEAD.length).replace(/,$/, '');
  if (version !== String(EXPORT_VERSION)) {
    throw new ExportRefused(`The file is of version ${version.slice(0, 20)}; this program reads ${EXPORT_VERSION}.`);
  }
}
