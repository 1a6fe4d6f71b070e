import type { DemoTransaction } from './demo-transaction.js';

const CAR = ['Gasolina', 'Taller', 'Casetas y estacionamiento', 'Tenencia y verificación'];
const DEDUCTIBLE = ['Médicos', 'Seguro médico'];

const TAGS: Readonly<Record<string, (transaction: DemoTransaction) => boolean>> = {
  coche: ({ category, description }) => CAR.includes(category ?? '') || / auto$/i.test(description),
  deducible: ({ category }) => DEDUCTIBLE.includes(category ?? ''),
  'Viaje a Oaxaca': ({ description }) => description.includes('OAXACA'),
  'Viaje a Madrid': ({ account, type }) => account === 'euros' && type === 'expense',
  'Buen Fin': ({ description }) => description.includes('BUEN FIN'),
  'Navidad y Reyes': ({ category, date }) => category === 'Regalos' && ['12', '01'].includes(date.slice(5, 7)),
};

export function tagsOf(transaction: DemoTransaction): string[] {
  return Object.entries(TAGS)
    .filter(([, has]) => has(transaction))
    .map(([tag]) => tag);
}
