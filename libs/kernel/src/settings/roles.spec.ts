import { describe, expect, it } from '@jest/globals';
import { addressAs, isServingAddress, servingAddress } from './roles.js';

const SOCKET = 'postgres://owner@localhost:5432/centavo?host=%2Ftmp%2Frun&sslmode=disable';

describe('the database URLs of the roles', () => {
  it('the URLs of the roles differ only in the user name', () => {
    const serving = 'postgres://centavo_app:p%40ss@db.example:6432/books?sslmode=require';
    expect(isServingAddress(serving)).toBe(true);
    expect(addressAs('app', serving)).toBe(serving);
    expect(addressAs('identity', serving)).toBe(
      'postgres://centavo_identity:p%40ss@db.example:6432/books?sslmode=require',
    );
    expect(addressAs('operator', serving)).toMatch('postgres://centavo_operator:p%40ss@');
  });

  it('all roles use the administrator’s URL if no other URL is set', () => {
    expect(isServingAddress(SOCKET)).toBe(false);
    expect(addressAs('operator', SOCKET)).toBe(SOCKET);
    expect(isServingAddress('postgres:///centavo?host=/tmp')).toBe(false);
  });

  it('connects all roles to the same socket if no password is required', () => {
    expect(servingAddress(SOCKET)).toBe(SOCKET.replace('owner', 'centavo_app'));
  });
});
