import { Injectable } from '@nestjs/common';

const KIB = 1024;
/** Maximum size of all bodies in memory. A parsed body can take twice as much again. */
const CAPACITY = 96 * 1024 * KIB;
/** Bytes of each body that do not count, so that ordinary requests are never rejected. */
const FREE_OF_EACH = 16 * KIB;
/** The bodies of one workspace may take this part of the room that is left, so that some remains for others. */
const PART_OF_REST = 1 / 7;

interface Answer {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Limits the memory of JSON bodies, from their first byte until the response. Requests that wait for their turn or send
 * slowly keep their bodies.
 */
@Injectable()
export class BodyRoom {
  private taken = 0;
  private readonly byWorkspace = new Map<string, number>();

  /** Returns a function that counts received bytes of a request. The function returns false if they do not fit. */
  meter(workspaceId: string, response: Answer): (bytes: number) => boolean {
    let [received, counted] = [0, 0];
    const release = () => this.add(workspaceId, -counted);
    response.once('close', release);
    return (bytes) => {
      received += bytes;
      const more = Math.max(received - FREE_OF_EACH, 0) - counted;
      if (response.closed || more === 0) return true;
      const own = (this.byWorkspace.get(workspaceId) ?? 0) + more;
      if (own > (CAPACITY - this.taken - more) * PART_OF_REST) return false;
      counted += more;
      this.add(workspaceId, more);
      return true;
    };
  }

  private add(workspaceId: string, bytes: number): void {
    this.taken += bytes;
    const own = (this.byWorkspace.get(workspaceId) ?? 0) + bytes;
    if (own > 0) this.byWorkspace.set(workspaceId, own);
    else this.byWorkspace.delete(workspaceId);
  }
}
