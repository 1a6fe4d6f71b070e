import 'reflect-metadata';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Delete, Get, Module, Param, Patch, Post } from '@nestjs/common';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { defer, lastValueFrom } from 'rxjs';
import {
  Caller,
  createLog,
  Database,
  KernelModule,
  newId,
  Operation,
  PreconditionFailed,
  problem,
  readSettings,
} from '@app/kernel';
import type { Principal } from '@app/kernel/pure';
import { IfMatchInterceptor } from '../src/request/if-match.interceptor.js';
import type { TestDatabase } from '../src/testing.js';
import { createTestDatabase } from '../src/testing.js';

const NoteNotFound = problem('NOTE_NOT_FOUND', 404, 'No such note.', (id: string) => `No note ${id}.`);
const pathIds = { id: NoteNotFound };
const workspaceId = newId();
const noteId = newId();
let text: string;

class NoteView {
  text!: string;
}

@Controller('notes')
class NotesController {
  constructor(private readonly database: Database) {}

  @Operation({ summary: 'One note', answer: NoteView, pathIds, resource: true })
  @Get(':id')
  async show(@Caller() _caller: Principal, @Param('id') id: string): Promise<NoteView> {
    if (id !== noteId) throw NoteNotFound(id);
    return { text };
  }

  @Operation({ summary: 'Edit a note', answer: NoteView, pathIds })
  @Patch(':id')
  async edit(@Caller() caller: Principal): Promise<NoteView> {
    return this.database.transaction(caller, async () => ({ text: (text = 'edited') }));
  }

  @Operation({ summary: 'Delete a note', answer: NoteView, pathIds })
  @Delete(':id')
  async delete(@Caller() caller: Principal): Promise<NoteView> {
    return this.edit(caller);
  }

  @Operation({ summary: 'Add a note', answer: NoteView })
  @Post()
  async create(@Caller() caller: Principal): Promise<NoteView> {
    return this.edit(caller);
  }
}

@Controller('undeclared')
class UndeclaredController {
  constructor(private readonly database: Database) {}

  @Operation({ summary: 'Edit', answer: NoteView, pathIds })
  @Patch(':id')
  async edit(@Caller() caller: Principal): Promise<NoteView> {
    return this.database.transaction(caller, async () => ({ text: (text = 'edited') }));
  }
}

let database: TestDatabase;
let app: INestApplicationContext;
let ifMatch: IfMatchInterceptor;

beforeAll(async () => {
  database = await createTestDatabase();

  const Note = defineEntity({ name: 'Note', properties: { id: p.uuid().primary() } });

  @Module({
    imports: [
      MikroOrmModule.forFeature([Note]),
      KernelModule.with(readSettings({ JOBS: 'off' }), database.url, createLog('fatal')),
    ],
    controllers: [NotesController, UndeclaredController],
    providers: [IfMatchInterceptor],
  })
  class NotesModule {}

  app = await NestFactory.createApplicationContext(NotesModule, { logger: false, abortOnError: false });
  ifMatch = app.get(IfMatchInterceptor);
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});
beforeEach(() => {
  text = 'new';
});

async function send(method: string, controller: Type, handler: string, etag: string, id: string | undefined = noteId) {
  const caller = { workspaceId, scope: 'read_write', credential: 'api_key', credentialId: newId() };
  const request = {
    ...{ method, caller, params: id === undefined ? {} : { id }, headers: { 'if-match': etag } },
    app: { get: () => (body: string) => `"${body}"` },
  };
  const instance = app.get<Record<string, (caller: object) => Promise<NoteView>>>(controller);
  const context = new ExecutionContextHost([request], controller, instance[handler]);
  const handle = () => defer(() => instance[handler]!(caller));
  return lastValueFrom(await ifMatch.intercept(context, { handle }));
}

const SEEN = '"{"text":"new"}"';

describe('If-Match', () => {
  it.each([
    ['PATCH', 'edit'],
    ['DELETE', 'delete'],
  ])('rejects a %s request with a stale If-Match, regardless of the name of its handler', async (method, handler) => {
    await expect(send(method, NotesController, handler, '"old"')).rejects.toMatchObject({ type: PreconditionFailed });
    expect(text).toBe('new');
  });

  it('accepts one write with the current version and rejects the next', async () => {
    expect(await send('PATCH', NotesController, 'edit', SEEN)).toEqual({ text: 'edited' });
    await expect(send('PATCH', NotesController, 'edit', SEEN)).rejects.toMatchObject({ type: PreconditionFailed });
  });

  it('reports a missing resource even if the request has If-Match', async () => {
    await expect(send('PATCH', NotesController, 'edit', '*', newId())).rejects.toMatchObject({ type: NoteNotFound });
    expect(text).toBe('new');
  });

  it('ignores If-Match on a write that does not address a single resource', async () => {
    expect(await send('POST', NotesController, 'create', '"old"')).toEqual({ text: 'edited' });
  });

  it('a write with If-Match fails if no operation declares the resource', async () => {
    await expect(send('PATCH', UndeclaredController, 'edit', '*')).rejects.toThrow('UndeclaredController');
    expect(text).toBe('new');
  });
});
