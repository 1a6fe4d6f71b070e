import { Marked, Renderer } from 'marked';
import type { Tokens } from 'marked';
import type { VNode } from 'preact';

/** Renders Markdown as HTML. Escapes raw HTML, and removes comments and links that are not web addresses. */
class PageRenderer extends Renderer {
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return text.startsWith('<!--') ? '' : escaped(text);
  }

  override heading({ tokens, depth, text }: Tokens.Heading): string {
    const id = depth === 1 ? '' : ` id="${anchorOf(text)}"`;
    return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>`;
  }

  override code({ text }: Tokens.Code): string {
    return `<pre>${escaped(text)}</pre>`;
  }

  override table(token: Tokens.Table): string {
    return `<div class="wide">${super.table(token)}</div>`;
  }

  override link(token: Tokens.Link): string {
    if (!/^(https?:|[^:]*$)/.test(token.href)) return escaped(token.raw);
    // Links between Markdown files become links between pages.
    return super.link({ ...token, href: token.href.replace(/\.md(?=$|#)/, '') });
  }

  override image({ raw }: Tokens.Image): string {
    return escaped(raw);
  }
}

const MARKED = new Marked().setOptions({ renderer: new PageRenderer() });

export function markdown(text: string): VNode {
  return <div dangerouslySetInnerHTML={{ __html: MARKED.parse(text, { async: false }) }} />;
}

/** Renders inline Markdown without a paragraph. */
export function inline(text: string): VNode {
  return <span dangerouslySetInnerHTML={{ __html: MARKED.parseInline(text, { async: false }) }} />;
}

export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

export function leadOf(text: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:.+\n?)+)/m.exec(text) ?? [];
  return paragraph
    .trim()
    .replaceAll('\n', ' ')
    .replaceAll(/[`*]|\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
