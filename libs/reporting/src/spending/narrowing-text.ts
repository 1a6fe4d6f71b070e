import type { Narrowed } from '../counting/counted.js';

const WORDS = { categoryId: 'categoría', accountId: 'cuenta', merchant: 'comercio', tag: 'etiqueta' } as const;

/** What a report is narrowed to, in the words of its title: `categoría Restaurantes, etiqueta viaje`; empty where it is not. */
export function narrowingText(narrowed: Narrowed & { readonly merchant?: string | undefined }): string {
  return Object.entries(WORDS)
    .flatMap(([filter, word]) => {
      const name = narrowed[filter as keyof typeof WORDS];
      return name == null ? [] : [`${word} ${name}`];
    })
    .join(', ');
}
