import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { PdfSection, ReadingOptions } from '@app/statement-files';
import type { ReadingHead } from './statement-rows.js';

/** Maximum heap of a reading process. The largest statements need two thirds of it. */
const NODE_OPTIONS = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/** Size of a memory page. Some systems have larger pages and get a higher limit. */
const PAGE_KIB = 4;

export type ProcessOptions = ReadingOptions & { readonly password: string | undefined };

/** First message to a reading process. */
export interface ReadingTask {
  readonly bytes: Uint8Array;
  readonly options: ProcessOptions;
}

/** Later message to a reading process, which answers each with a chunk of rows. */
export type ChunkRequest = 'first' | 'next';

export type Refusal =
  | { readonly unreadable: { readonly what: string; readonly where: string | null } }
  | { readonly sections: readonly PdfSection[] }
  | { readonly passwordRequired: true };

export type Answer = { readonly head: ReadingHead } | Refusal;

/** Message of a reading process. `page` is the number of a PDF page that it begins to read. */
export type ReadingMessage =
  | { readonly page: number }
  | { readonly answer: Answer }
  | { readonly chunk: string | null | Refusal }
  | { readonly error: string };

/**
 * A process that reads one statement file. It is not a thread, because V8 aborts the whole process if the heap of a
 * thread is exhausted by a single allocation (decision 0125).
 */
export class ReadingProcess {
  /** Number of PDF pages that the process began to read. */
  pagesBegun = 0;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  /** Rejects when the process fails. Never resolves. */
  private readonly failure: Promise<never>;
  private receive: (message: ReadingMessage) => void = () => undefined;

  /**
   * @param outOfMemory returns the error for a process that V8 or the system has killed
   */
  constructor(task: ReadingTask, signal: AbortSignal, outOfMemory: () => Error) {
    this.child = fork(new URL('./statement-reading.worker.js', import.meta.url), [], {
      serialization: 'advanced',
      execArgv: NODE_OPTIONS,
      // The settings of the service contain secrets. The output would be messages of V8 in the log of the service.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.ended = once(this.child, 'exit').catch(() => undefined);
    this.failure = new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      this.child.once('error', reject);
      this.child.once('exit', (code, killedBy) =>
        reject(killedBy === null ? new Error(`the reading process exited with code ${code}`) : outOfMemory()),
      );
    });
    this.failure.catch(() => undefined);
    this.child.on('message', (message: ReadingMessage) => {
      if ('page' in message) this.pagesBegun = message.page;
      else this.receive(message);
    });
    this.send(task);
  }

  async head(): Promise<Answer> {
    const message = await this.next();
    if ('answer' in message) return message.answer;
    throw unexpected(message);
  }

  /** Returns the first or next chunk of rows, null after the last chunk, or the reason why there are no more. */
  async chunk(request: ChunkRequest): Promise<string | null | Refusal> {
    this.send(request);
    const message = await this.next();
    if ('chunk' in message) return message.chunk;
    throw unexpected(message);
  }

  /** Returns the memory of the process, or 0 if the system does not tell it. */
  residentMib(): number {
    try {
      return (Number(readFileSync(`/proc/${this.child.pid}/statm`, 'latin1').split(' ')[1]) * PAGE_KIB) / 1024;
    } catch {
      return 0;
    }
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private send(message: ReadingTask | ChunkRequest): void {
    // If the process has ended, `failure` has the error.
    this.child.send(message, () => undefined);
  }

  private next(): Promise<ReadingMessage> {
    return Promise.race([new Promise<ReadingMessage>((resolve) => (this.receive = resolve)), this.failure]);
  }
}

function unexpected(message: ReadingMessage): Error {
  return new Error('error' in message ? message.error : 'the reading process sent an unexpected message');
}
