import { describe, expect, it } from '@jest/globals';
import { cfdi } from '../../../test/support/cfdi.js';
import { readCfdi } from './read-cfdi.js';

describe('readCfdi', () => {
  it.each(['income', 'credit', 'transfer', 'payroll', 'payment'] as const)(
    'reads a valid receipt of kind %s',
    (kind) => {
      expect(readCfdi(cfdi({ kind }))).toMatchObject({
        kind,
        verification: { structure: 'valid', totals: 'valid', seal: 'valid', stamp: 'unchecked' },
      });
    },
  );
});
