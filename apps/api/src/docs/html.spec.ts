import { describe, expect, it } from '@jest/globals';
import { html } from './html.js';

describe('HTML written as a template', () => {
  it('escapes whatever is put into it', () => {
    expect(html`<p title="${`"'`}">${'a < b & c > d'}</p>`.text).toBe(
      '<p title="&quot;&#39;">a &lt; b &amp; c &gt; d</p>',
    );
  });

  it('leaves HTML as it is and joins lists of it', () => {
    const items = ['one', 'two'].map((word) => html`<li>${word}</li>`);
    // prettier-ignore
    expect(html`<ul>${items}</ul>`.text).toBe('<ul><li>one</li><li>two</li></ul>');
  });
});
