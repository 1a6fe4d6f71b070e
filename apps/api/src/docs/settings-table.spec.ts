import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { declaredSettings, SETTING_DESCRIPTIONS } from '@app/kernel/pure';
import { withSettingsTable } from './settings-table.js';

/** Settings that the primary process sets for its workers. */
const INTERNAL = ['DATABASE_EMBEDDED'];

describe('the table of settings', () => {
  it('the settings table matches docs/operating.md, which `npm run docs` generates', () => {
    const text = readFileSync('docs/operating.md', 'utf8');
    expect(withSettingsTable(text, declaredSettings(), SETTING_DESCRIPTIONS)).toBe(text);
  });

  it('lists exactly the settings that the service reads', () => {
    const names = declaredSettings().map(({ name }) => name);
    expect([...Object.keys(SETTING_DESCRIPTIONS), ...INTERNAL].sort()).toEqual(names.sort());
  });

  it('lists each default as operators would set it in the environment', () => {
    const text = '<!-- settings: written by npm run docs -->\n<!-- end of settings -->';
    const settings = [
      { name: 'PORT', fallback: 3000 },
      { name: 'JOBS', fallback: true },
      { name: 'DELAYS', fallback: [5, 300] },
      { name: 'TOKEN', fallback: null },
      { name: 'FEED', fallback: 'https://feed.example/of/rates' },
    ];
    const descriptions = { PORT: 'Port.', JOBS: 'Jobs.', DELAYS: 'Delays.', TOKEN: 'Token.', FEED: 'Feed.' };
    const rows = withSettingsTable(text, settings, descriptions).match(/^\| `.*$/gm)!;
    expect(rows.map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
      '| `PORT` | `3000` | Port. |',
      '| `JOBS` | `on` | Jobs. |',
      '| `DELAYS` | `5, 300` | Delays. |',
      '| `TOKEN` | | Token. |',
      '| `FEED` | | Feed. By default `https://feed.example/of/rates`. |',
    ]);
  });
});
