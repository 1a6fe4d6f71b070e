import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { leadOf, markdown, titleOf } from './markdown.js';

const html = (text: string): string => renderToString(markdown(text)).replaceAll(/^<div>|\n|<\/div>$/g, '');

describe('Markdown', () => {
  it('renders Markdown headings, paragraphs, lists and code', () => {
    expect(html('# A\n\n## B c\n\none\ntwo\n\n- x\n  y\n- z\n\n1. n\n\n```sh\na < b\n```\n')).toBe(
      '<h1>A</h1><h2 id="b-c">B c</h2><p>onetwo</p><ul><li>xy</li><li>z</li></ul><ol><li>n</li></ol><pre>a &lt; b</pre>',
    );
  });

  it('renders Markdown tables', () => {
    expect(html('| a | b |\n| - | - |\n| 1 | `2` |')).toContain('<tr><td>1</td><td><code>2</code></td></tr>');
  });

  it('renders inline code, bold words and links, and replaces links to Markdown files', () => {
    expect(html('a `b` **c** [d](e.md) [f](/g)')).toBe(
      '<p>a <code>b</code> <strong>c</strong> <a href="e">d</a> <a href="/g">f</a></p>',
    );
  });

  it('escapes HTML in Markdown and removes links to scripts', () => {
    expect(html('<script>x</script> [a](javascript:x)')).toBe('&lt;script&gt;x&lt;/script&gt; [a](javascript:x)');
  });

  it('removes HTML comments from Markdown', () => {
    expect(html('<!-- x -->\n\na')).toBe('<p>a</p>');
  });

  it('reads the title and the first paragraph of a Markdown file', () => {
    expect([titleOf('# A `b`\n\nOne\ntwo.\n\nThree.'), leadOf('# A\n\nOne [two](x.md)\nthree.\n\nFour.')]).toEqual([
      'A `b`',
      'One two three.',
    ]);
  });
});
