import { describe, expect, it } from '@jest/globals';
import { completedAuthorization } from './authorization-query.js';

describe('an authorization request', () => {
  it.each([
    ['/oauth/authorize', '/oauth/authorize?scope=read_only&prompt=consent'],
    ['/oauth/authorize?client_id=a%20b', '/oauth/authorize?client_id=a+b&scope=read_only&prompt=consent'],
    ['/oauth/authorize?scope=read_write', '/oauth/authorize?scope=read_write&prompt=consent'],
    ['/oauth/authorize?scope=x&prompt=none', '/oauth/authorize?scope=x&prompt=none'],
    ['/oauth/authorize?scope=x&prompt=login', '/oauth/authorize?scope=x&prompt=login+consent'],
    [
      '/oauth/authorize?scope=x&prompt=none&resource=https://api.example/',
      '/oauth/authorize?scope=x&prompt=none&resource=https%3A%2F%2Fapi.example',
    ],
    [
      '/oauth/authorize?scope=x&prompt=none&response_mode=form_post',
      '/oauth/authorize?scope=x&prompt=none&response_mode=unsupported',
    ],
    [
      '/oauth/authorize?scope=x&prompt=none&response_mode=query',
      '/oauth/authorize?scope=x&prompt=none&response_mode=query',
    ],
    ['/oauth/authorize?scope=x&scope=y&prompt=none', '/oauth/authorize?scope=x&scope=y&prompt=none'],
    ['/oauth/authorize?scope=&state=&prompt=', '/oauth/authorize?scope=read_only&prompt=consent'],
  ])('completes the authorization request %s to %s', (address, completed) => {
    expect(completedAuthorization(address, 'https://api.example')).toBe(completed);
  });
});
