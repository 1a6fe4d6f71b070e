import type { ComponentChildren, VNode } from 'preact';

/**
 * Markdown as elements: headings, paragraphs, lists, tables, quotations and code; within a line code, bold words and links.
 * Everything else stands as it is written, and all of it is escaped by the renderer. Comments are left out.
 */
export function markdown(text: string): VNode[] {
  const lines = text.replaceAll(/<!--.*?-->\n*/gs, '').split('\n');
  const blocks: VNode[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = blockAt(lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The title of a page: its first heading. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

/** What a page says of itself: its first paragraph, as plain text. */
export function leadOf(text: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:.+\n?)+)/m.exec(text) ?? [];
  return paragraph
    .trim()
    .replaceAll('\n', ' ')
    .replaceAll(/[`*]|\[([^\]]+)\]\([^)]+\)/g, '$1');
}

type Block = [block: VNode | null, next: number];

const LIST_ITEM = /^(?:-|\d+\.) /;

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at]!;
  if (line.trim() === '') return [null, at + 1];
  const [, marks, title] = /^(#{1,4}) (.+)$/.exec(line) ?? [];
  if (marks !== undefined) return [heading(marks.length, title!), at + 1];
  if (line.startsWith('```')) return codeAt(lines, at);
  if (LIST_ITEM.test(line)) return listAt(lines, at);
  if (line.startsWith('|')) return tableAt(lines, at);
  const end = endOf(lines, at, (each) => each.trim() !== '' && !/^(#{1,4} |```|\||- |\d+\. )/.test(each));
  const paragraph = lines.slice(at, end).join(' ');
  return line.startsWith('> ')
    ? [<blockquote>{inline(paragraph.replaceAll(/(^| )> ?/g, '$1'))}</blockquote>, end]
    : [<p>{inline(paragraph)}</p>, end];
}

function heading(level: number, title: string): VNode {
  const id = anchorOf(title);
  if (level === 1) return <h1>{inline(title)}</h1>;
  return level === 2 ? <h2 id={id}>{inline(title)}</h2> : <h3 id={id}>{inline(title)}</h3>;
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function codeAt(lines: readonly string[], at: number): Block {
  const end = endOf(lines, at + 1, (each) => !each.startsWith('```'));
  return [<pre>{lines.slice(at + 1, end).join('\n')}</pre>, end + 1];
}

function listAt(lines: readonly string[], at: number): Block {
  const items: string[] = [];
  let next = at;
  for (; next < lines.length && lines[next]!.trim() !== ''; next += 1) {
    const line = lines[next]!;
    if (LIST_ITEM.test(line)) items.push(line.replace(LIST_ITEM, ''));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  const elements = items.map((item) => <li>{inline(item)}</li>);
  return [lines[at]!.startsWith('-') ? <ul>{elements}</ul> : <ol>{elements}</ol>, next];
}

function tableAt(lines: readonly string[], at: number): Block {
  const end = endOf(lines, at, (each) => each.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(at, end).map(cellsOf);
  const table = (
    <div class="wide">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th>{inline(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return [table, end];
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && belongs(lines[end]!)) end += 1;
  return end;
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A line with its code, bold words and links. A link to the Markdown of a page leads to the page. */
export function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, bold, label, address] = found;
    parts.push(text.slice(from, found.index));
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<b>{inline(bold)}</b>);
    else if (isPlain(address!)) parts.push(<a href={address!.replace(/\.md(?=$|#)/, '')}>{inline(label!)}</a>);
    else parts.push(whole);
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}

/** Whether an address leads to a page: nothing that runs. */
function isPlain(address: string): boolean {
  return /^(https?:|\/|#|[\w.-])/.test(address) && !/^(javascript|data|vbscript):/i.test(address);
}
