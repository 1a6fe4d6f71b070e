import { expect, it } from '@jest/globals';
import { maskedKeys } from './masked-keys.js';

it('masks API keys in text and leaves the rest unchanged', () => {
  const key = `svc_${'aB3'.repeat(16)}x`;
  expect(maskedKeys(`There is no account ${key}.`)).toBe('There is no account svc_….');
  expect(maskedKeys(`/v1/accounts/${key}/${key}x`)).toBe('/v1/accounts/svc_…/svc_…x');
  expect(maskedKeys('svc_short and svcs')).toBe('svc_short and svcs');
});
