import { describe, expect, it } from '@jest/globals';
import { completedAuthorization } from './authorization-query.js';

describe('an authorization request', () => {
  it.each([
    ['/oauth/authorize', '/oauth/authorize?scope=read_only&prompt=consent'],
    ['/oauth/authorize?client_id=a%20b', '/oauth/authorize?client_id=a%20b&scope=read_only&prompt=consent'],
    ['/oauth/authorize?scope=read_write', '/oauth/authorize?scope=read_write&prompt=consent'],
    ['/oauth/authorize?scope=x&prompt=none', '/oauth/authorize?scope=x&prompt=none'],
    ['/oauth/authorize?scope=x&prompt=login', '/oauth/authorize?scope=x&prompt=login+consent'],
    ['/oauth/authorize?scope=x&scope=y&prompt=', '/oauth/authorize?scope=x&scope=y&prompt='],
  ])('%s is asked as %s', (given, asked) => {
    expect(completedAuthorization(given)).toBe(asked);
  });
});
