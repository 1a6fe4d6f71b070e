import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { BodyRoom } from './body-room.service.js';

const MIB = 1024 * 1024;

class Answer extends EventEmitter {
  closed = false;
  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

/** Receives bodies of 1 MiB until one is rejected. */
function fill(room: BodyRoom, workspaceId: string): Answer[] {
  const answers: Answer[] = [];
  for (;;) {
    const answer = new Answer();
    if (!room.meter(workspaceId, answer)(MIB)) return answers;
    answers.push(answer);
  }
}

describe('the room for bodies', () => {
  it('gives one workspace a part, and every further workspace a part of the rest', () => {
    const room = new BodyRoom();
    expect(['a', 'b', 'c', 'd'].map((workspaceId) => fill(room, workspaceId).length)).toEqual([12, 10, 9, 8]);
  });

  it('rejects a body in the middle and frees its room with the response', () => {
    const room = new BodyRoom();
    const filled = fill(room, 'a');
    const answer = new Answer();
    const receive = room.meter('a', answer);
    expect(Array.from({ length: 64 }, () => receive(MIB / 64))).toContain(false);
    [answer, ...filled].forEach((one) => one.close());
    expect(fill(room, 'a')).toHaveLength(filled.length);
  });

  it('never rejects small bodies', () => {
    const room = new BodyRoom();
    fill(room, 'a');
    for (let n = 0; n < 1_000; n += 1) room.meter('a', new Answer())(16 * 1024);
    expect(fill(room, 'b').length).toBeGreaterThan(0);
  });
});
