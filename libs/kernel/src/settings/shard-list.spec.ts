import { describe, expect, it } from '@jest/globals';
import { shardList } from './shard-list.js';

const url = 'postgres://centavo_app@db/one';
const adminUrl = 'postgres://owner@db/one';

describe('the list of shards', () => {
  it('names each with its addresses and its weight, which is one', () => {
    const list = shardList(
      JSON.stringify([{ name: 'directory' }, { name: 'one', url, adminUrl, readUrl: url, weight: 2.5 }]),
    );
    expect(list).toEqual([
      { name: 'directory', url: null, administrator: null, readUrl: null, weight: 1 },
      { name: 'one', url, administrator: adminUrl, readUrl: url, weight: 2.5 },
    ]);
  });

  it('takes an address for the administrator’s where it is not the serving role’s', () => {
    expect(shardList(JSON.stringify([{ name: 'one', url: adminUrl }]))).toMatchObject([{ administrator: adminUrl }]);
    expect(shardList(JSON.stringify([{ name: 'one', url }]))).toMatchObject([{ administrator: null }]);
  });

  it.each([
    ['no JSON', 'one,two'],
    ['no list', '{}'],
    [
      'a name twice',
      JSON.stringify([
        { name: 'one', url },
        { name: 'one', url },
      ]),
    ],
    ['a shard without an address', JSON.stringify([{ name: 'one' }])],
    ['an address of the directory', JSON.stringify([{ name: 'directory', url }])],
    ['an address of something else', JSON.stringify([{ name: 'one', url: 'https://db/one' }])],
    ['two administrators', JSON.stringify([{ name: 'one', url: adminUrl, adminUrl }])],
    ['a negative weight', JSON.stringify([{ name: 'one', url, weight: -1 }])],
    ['an unknown member', JSON.stringify([{ name: 'one', url, wieght: 1 }])],
    ['a name with a space', JSON.stringify([{ name: 'shard one', url }])],
  ])('refuses %s', (_, text) => {
    expect(shardList(text)).toBeUndefined();
  });
});
