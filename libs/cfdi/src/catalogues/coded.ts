import type { Coded } from '../cfdi.js';
import data from './sat-catalogues.json' with { type: 'json' };

export type Catalogue = keyof typeof data.catalogues;

export function coded(catalogue: Catalogue, code: string): Coded {
  return { code, label: labelOf(catalogue, code) };
}

export function labelOf(catalogue: Catalogue, code: string): string | null {
  const labels: Record<string, string> = data.catalogues[catalogue];
  return Object.hasOwn(labels, code) ? labels[code]! : null;
}
