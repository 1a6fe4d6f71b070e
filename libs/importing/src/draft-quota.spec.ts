import { expect, it } from '@jest/globals';
import { DRAFT_QUOTAS, exceededQuota } from './draft-quota.js';

const NOTHING = { drafts: 0, rows: 0, bytes: 0, imports: 0 };

it.each(['drafts', 'rows', 'bytes', 'imports'] as const)(
  'allows uploads up to the quota of %s and rejects more',
  (quota) => {
    const allowed = DRAFT_QUOTAS.free[quota];
    const used = { ...NOTHING, [quota]: allowed - 2 };
    expect(exceededQuota('free', used, { ...NOTHING, [quota]: 2 })).toBeNull();
    const excess = 3;
    expect(exceededQuota('free', used, { ...NOTHING, [quota]: excess })).toEqual({
      ...{ quota, allowed, used: allowed - 2, asked: excess },
    });
    expect(exceededQuota('plus', used, { ...NOTHING, [quota]: excess }) === null).toBe(quota !== 'imports');
  },
);
