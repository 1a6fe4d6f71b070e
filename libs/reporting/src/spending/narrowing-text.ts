import type { Narrowed } from '../counting/counted.js';

const WORDS = { categoryId: 'categoría', accountId: 'cuenta', merchant: 'comercio', tag: 'etiqueta' } as const;

/** Describes the filters for the title, such as `categoría Restaurantes, etiqueta viaje`. Empty without filters. */
export function narrowingText(narrowed: Narrowed & { readonly merchant?: string | undefined }): string {
  return Object.entries(WORDS)
    .flatMap(([filter, word]) => {
      const name = narrowed[filter as keyof typeof WORDS];
      return name == null ? [] : [`${word} ${name}`];
    })
    .join(', ');
}
