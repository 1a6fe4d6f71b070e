import { describe, expect, it } from '@jest/globals';
import { ServiceUnavailable, SettingsInvalid } from '@app/kernel/pure';
import { CommandFailed, failureOf } from './failure.js';

const detailOf = (error: unknown) => failureOf(error).detail;

describe('the message of a failure', () => {
  it('prints the message of a failed command or an invalid setting', () => {
    expect(detailOf(new CommandFailed('There is no workspace.'))).toBe('There is no workspace.');
    expect(detailOf(new SettingsInvalid('PORT must be a port from 0 to 65535'))).toBe(
      'PORT must be a port from 0 to 65535',
    );
  });

  it('explains why the database is unreachable at one or several addresses', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const several = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
    const sentence = 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432';
    expect([detailOf(refused), detailOf(several)]).toEqual([sentence, sentence]);
  });

  it('each kind of failure has a different code', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const codes = [new CommandFailed('No.'), ServiceUnavailable(), refused].map((error) => failureOf(error).code);
    expect(codes).toEqual(['COMMAND_FAILED', 'SERVICE_UNAVAILABLE', 'DATABASE_UNREACHABLE']);
  });

  it('prints a failure without a stack trace', () => {
    expect(detailOf(new TypeError('x is not a function'))).toBe('x is not a function');
    expect(detailOf('nothing')).toBe('nothing');
  });
});
