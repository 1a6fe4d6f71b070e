import { describe, expect, it } from '@jest/globals';
import { FEED_START, firstUnread, positionOf, positionTexts } from './feed-position.js';

const positions = [
  FEED_START,
  { seen: '100:104:101,103', within: null },
  { seen: null, within: { snapshot: '7:7:', xid: '5', seq: '12' } },
  { seen: '100:104:101', within: { snapshot: '110:120:110,111', xid: '103', seq: '9' } },
  { seen: '100:104:', within: { snapshot: '2/7:7:', xid: '1/900', seq: '3' } },
  { seen: '12/5:6:', within: null },
];

describe('a position in the feed', () => {
  it('is read back from its texts', () => {
    for (const position of positions) expect(positionOf(positionTexts(position))).toEqual(position);
  });

  it('begins at the oldest transaction that was open, or at the event where a page ended', () => {
    expect(positions.map(firstUnread)).toEqual([
      [0, '0', '0'],
      [0, '100', '0'],
      [0, '5', '12'],
      [0, '103', '9'],
      [1, '900', '3'],
      [12, '5', '0'],
    ]);
  });

  it('is none where PostgreSQL would not take it', () => {
    const bad = [
      'x',
      '5:4:',
      '0:4:',
      '1:4',
      '1:4:5',
      '1:4:4',
      '3:4:2',
      '1:9:3,2',
      '1:9:3,',
      `1:${'9'.repeat(19)}:`,
      '1:2::',
      '0/1:4:',
      '/1:4:',
      '1/2/1:4:',
    ];
    for (const text of bad) expect([text, positionOf([text, '', '', ''])]).toEqual([text, null]);
    for (const text of ['', ...bad]) expect([text, positionOf(['', text, '1', 'x'])]).toEqual([text, null]);
    expect(positionOf(['1:4:', '1:4:', '-1', '1'])).toBe(null);
  });
});
