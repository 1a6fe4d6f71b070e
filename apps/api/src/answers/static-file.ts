import { readFile } from 'node:fs/promises';
import type { Response } from 'express';
import type { Coding } from './coding.js';
import { packed } from './coding.js';
import { answerWhole } from './whole-answer.js';

/** File that does not change while the service runs. The first request for it reads and compresses the file. */
export class StaticFile {
  private bytes: Promise<Buffer> | null = null;
  private readonly packed = new Map<Coding, Promise<Buffer>>();

  constructor(
    private readonly path: string,
    private readonly type: string,
  ) {}

  async answer(response: Response): Promise<unknown> {
    const bytes = await (this.bytes ??= readFile(this.path));
    response.setHeader('Content-Type', this.type);
    response.setHeader('Cache-Control', 'public, max-age=86400');
    return answerWhole(response, bytes, (coding) => this.packedAs(coding, bytes));
  }

  private packedAs(coding: Coding, bytes: Buffer): Promise<Buffer> {
    const known = this.packed.get(coding) ?? packed(bytes, coding);
    this.packed.set(coding, known);
    return known;
  }
}
