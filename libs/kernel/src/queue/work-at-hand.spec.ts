import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { isAbandoned, patientCaller } from './work-at-hand.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

class Response extends EventEmitter {
  closed = false;
  writableFinished = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

describe('a caller that may repeat its request', () => {
  it('counts as gone 30 seconds after its client has disconnected', () => {
    const response = new Response();
    const caller = patientCaller(response, 30_000);
    jest.advanceTimersByTime(60_000);
    expect(isAbandoned({ caller })).toBe(false);
    response.close();
    jest.advanceTimersByTime(29_999);
    expect(isAbandoned({ caller })).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isAbandoned({ caller })).toBe(true);
  });

  it('counts as gone 30 seconds after the request, if its client has already disconnected', () => {
    const response = new Response();
    response.close();
    const caller = patientCaller(response, 30_000);
    jest.advanceTimersByTime(29_999);
    expect(isAbandoned({ caller })).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isAbandoned({ caller })).toBe(true);
  });

  it('never counts as gone after it has received its response', () => {
    const response = new Response();
    const caller = patientCaller(response, 30_000);
    response.writableFinished = true;
    response.close();
    jest.advanceTimersByTime(30_000);
    expect(isAbandoned({ caller })).toBe(false);
  });
});
