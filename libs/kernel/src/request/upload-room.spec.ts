import { describe, expect, it } from '@jest/globals';
import { LongWork } from '../queue/long-work.service.js';
import { WorkspaceShares } from '../queue/workspace-shares.service.js';
import { UploadRoom } from './multipart-form.interceptor.js';

const MIB = 1024 * 1024;

const aRoom = () => new UploadRoom(new LongWork(new WorkspaceShares()), 'uploads', 128, () => new Error('busy'));

/** Reserves room for uploads of two workspaces until the room is full. Returns the reserved bytes. */
function fill(room: UploadRoom, bytes: number): number {
  let reserved = 0;
  for (const group of ['a', 'b']) while (room.for(bytes).tryAcquire({ group, weight: bytes })) reserved += bytes;
  return reserved;
}

describe('the room for uploads', () => {
  it('keeps a part for small uploads when large ones have filled the rest', () => {
    const room = aRoom();
    expect(fill(room, 16 * MIB)).toBe(96 * MIB);
    expect(fill(room, MIB - 1)).toBeGreaterThan(30 * MIB);
  });

  it('keeps a part for large uploads when small ones have filled the rest', () => {
    const room = aRoom();
    expect(fill(room, MIB / 2)).toBe(32 * MIB);
    expect(room.for(MIB).tryAcquire({ group: 'c', weight: MIB })).not.toBeNull();
  });
});
