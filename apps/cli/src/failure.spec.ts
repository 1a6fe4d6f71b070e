import { describe, expect, it } from '@jest/globals';
import { SettingsInvalid } from '@app/kernel';
import { CommandFailed, failureText } from './failure.js';

describe('the message of a failure', () => {
  it('is the sentence of a command or of the settings', () => {
    expect(failureText(new CommandFailed('There is no workspace.'))).toBe('There is no workspace.');
    expect(failureText(new SettingsInvalid('PORT must be a port from 0 to 65535'))).toBe(
      'PORT must be a port from 0 to 65535',
    );
  });

  it('tells why the database cannot be reached, also where a name had several addresses', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const several = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
    const said = 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432';
    expect([failureText(refused), failureText(several)]).toEqual([said, said]);
  });

  it('never contains a stack', () => {
    expect(failureText(new TypeError('x is not a function'))).toBe('x is not a function');
    expect(failureText('nothing')).toBe('nothing');
  });
});
