import { expect, it } from '@jest/globals';
import { constants, deflateRawSync } from 'node:zlib';
import { readStatement } from '../../../libs/statement-files/src/statement.js';
import { workbookOf } from '../../../libs/statement-files/test/stored-zip.js';

const MIB = 1024 * 1024;

function bomb(mebibytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MIB, 32), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: mebibytes }, () => piece), deflateRawSync('')]);
}

it('rejects a workbook with gigabytes of data that its directory does not list, without unpacking the data', () => {
  const sheet = {
    name: 'xl/worksheets/sheet2.xml',
    content: bomb(2_000),
    declaredSize: 1_000,
    packed: 'already',
  } as const;
  const book = '<workbook><sheets><sheet name="a" r:id="rId4"/></sheets></workbook>';
  const file = workbookOf('', { book, more: [sheet] });
  const peakBefore = process.resourceUsage().maxRSS;
  expect(() => readStatement(file, { accountCurrency: 'MXN', accountKind: 'asset' })).toThrow(
    'the Excel workbook is damaged',
  );
  expect((process.resourceUsage().maxRSS - peakBefore) * 1024).toBeLessThan(200 * MIB);
});
