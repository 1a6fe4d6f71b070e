import { createHash } from 'node:crypto';
import { STYLE } from './style.js';

/**
 * Script of all pages, which also work without it. It passes the key to the API explorer by message, so that the key
 * does not appear in a URL, in the history or in storage.
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

/** Assets by file name. The name contains a hash of the content, so that browsers can cache the asset for a year. */
export const ASSETS: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  [named('css', STYLE)]: { type: 'text/css; charset=utf-8', text: STYLE },
  [named('js', SCRIPT)]: { type: 'text/javascript; charset=utf-8', text: SCRIPT },
};

export const STYLE_ADDRESS = `/developers/assets/${named('css', STYLE)}`;
export const SCRIPT_ADDRESS = `/developers/assets/${named('js', SCRIPT)}`;

function named(extension: string, text: string): string {
  return `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${extension}`;
}
