import { describe, expect, it } from '@jest/globals';
import { ServiceUnavailable, SettingsInvalid } from '@app/kernel/pure';
import { CommandFailed, failureOf } from './failure.js';

const said = (error: unknown) => failureOf(error).detail;

describe('the message of a failure', () => {
  it('is the sentence of a command or of the settings', () => {
    expect(said(new CommandFailed('There is no workspace.'))).toBe('There is no workspace.');
    expect(said(new SettingsInvalid('PORT must be a port from 0 to 65535'))).toBe(
      'PORT must be a port from 0 to 65535',
    );
  });

  it('tells why the database cannot be reached, also where a name had several addresses', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const several = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
    const sentence = 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432';
    expect([said(refused), said(several)]).toEqual([sentence, sentence]);
  });

  it('has a code by which programs tell failures apart', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const codes = [new CommandFailed('No.'), ServiceUnavailable(), refused].map((error) => failureOf(error).code);
    expect(codes).toEqual(['COMMAND_FAILED', 'SERVICE_UNAVAILABLE', 'DATABASE_UNREACHABLE']);
  });

  it('never contains a stack', () => {
    expect(said(new TypeError('x is not a function'))).toBe('x is not a function');
    expect(said('nothing')).toBe('nothing');
  });
});
