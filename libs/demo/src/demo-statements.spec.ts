import { describe, expect, it } from '@jest/globals';
import { yearUpTo } from './demo-calendar.js';
import { committedStatement, draftStatement } from './demo-statements.js';

const year = yearUpTo('2026-11-20');
const linesOf = ({ bytes }: { bytes: Buffer }) => bytes.toString('latin1').split('\r\n');

describe('demo statements', () => {
  it('creates statements in windows-1252 with a preamble and a header row', () => {
    expect(linesOf(committedStatement(year)).slice(0, 5)).toEqual([
      'SANTANDER MÉXICO',
      'Estado de cuenta: Cuenta Casa ****7712',
      expect.stringMatching(/^Periodo: \d\d\/09\/2026 al \d\d\/\d\d\/2026$/),
      '',
      'FECHA,DESCRIPCIÓN,CARGO,ABONO,SALDO',
    ]);
  });

  it('creates statements that share lines, so that the draft contains duplicates', () => {
    const committed = new Set(linesOf(committedStatement(year)).slice(5));
    const shared = linesOf(draftStatement(year))
      .slice(5)
      .filter((line) => line !== '' && committed.has(line));
    expect(shared.length).toBeGreaterThan(0);
  });

  it('creates a draft statement with one line without an amount', () => {
    expect(linesOf(draftStatement(year)).filter((line) => line.endsWith(',,,'))).toEqual([
      '20/11/2026,CARGO EN PROCESO,,,',
    ]);
  });
});
