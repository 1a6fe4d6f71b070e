import { createHash } from 'node:crypto';
import { STYLE } from './style.js';

/**
 * The only script of the pages copies a value, and opens the explorer with a key. Everything else works without it, and the value
 * can be selected by hand. The key goes from window to window, on its request: it stands in no address, history or storage.
 */
export const SCRIPT = `for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener('click', async () => {
    getSelection().selectAllChildren(source);
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      document.execCommand('copy');
    }
    const label = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => (button.textContent = label), 2000);
  });
}
for (const button of document.querySelectorAll('button[data-opens]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const opened = open(button.dataset.opens);
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== opened || origin !== location.origin || data !== 'key?') return;
      opened.postMessage({ key: document.getElementById(button.dataset.gives).textContent }, origin);
    });
  });
}
`;

/** The assets of the pages, named by a hash of their content, so that browsers may cache them for a year. */
export const ASSETS: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  [named('css', STYLE)]: { type: 'text/css; charset=utf-8', text: STYLE },
  [named('js', SCRIPT)]: { type: 'text/javascript; charset=utf-8', text: SCRIPT },
};

export const STYLE_ADDRESS = `/developers/assets/${named('css', STYLE)}`;
export const SCRIPT_ADDRESS = `/developers/assets/${named('js', SCRIPT)}`;

function named(extension: string, text: string): string {
  return `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${extension}`;
}
