/** Text that is HTML already, so that it is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * HTML written as a template: whatever is put into it is escaped, unless it is HTML itself; a list is joined.
 *
 * html`<p>${'a < b'}</p>`.text is `<p>a &lt; b</p>`.
 */
export function html(pieces: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  return new Html(pieces.reduce((text, piece, index) => text + written(values[index - 1]!) + piece));
}

function written(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
