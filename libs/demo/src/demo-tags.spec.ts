import { expect, it } from '@jest/globals';
import { yearUpTo } from './demo-calendar.js';
import { demoRates } from './demo-rates.js';
import { tagsOf } from './demo-tags.js';
import { demoTransactions } from './demo-transactions.js';

it('the demo uses each of its tags, even if today is the last day of a month or 29 February', () => {
  for (const today of ['2026-01-31', '2026-06-15', '2026-11-20', '2028-02-29']) {
    const year = yearUpTo(today);
    const tags = new Set(demoTransactions(year, demoRates(year)).flatMap(tagsOf));
    expect([...tags].sort()).toEqual([
      ...['Buen Fin', 'Navidad y Reyes', 'Viaje a Madrid', 'Viaje a Oaxaca', 'coche', 'deducible'],
    ]);
  }
});
