import { MikroORM } from '@mikro-orm/postgresql';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DomainEvents } from '../events/domain-events.service.js';
import { isId } from '../request/id.js';
import { isRetryable, problemOfDatabaseError } from './database-error.js';
import type { Statement } from './statement.js';
import { UnitOfWork } from './unit-of-work.js';

const MOST_ATTEMPTS = 4;

/**
 * The way to PostgreSQL. Everything runs in a transaction that is bound to one workspace, which row-level security
 * enforces as the second wall behind the explicit `workspace_id` of every query (decision 0003).
 */
@Injectable()
export class Database {
  private pool: Promise<Pool> | undefined;

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
  ) {}

  /**
   * Does work in one transaction; commits when it ends, rolls back when it throws. Serialization failures and deadlocks
   * are tried again, so the work must have no effect outside the database.
   * @throws ServiceUnavailable when the database cannot be reached, and the problem that a violated constraint stands for.
   */
  async inWorkspace<T>(workspaceId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(`set local app.workspace_id = '${trusted(workspaceId)}'`, workspaceId, work);
      } catch (error) {
        if (!isRetryable(error) || attempt === MOST_ATTEMPTS) throw problemOfDatabaseError(error);
      }
    }
  }

  /** Does work across workspaces, as an administrator: no request ever comes here. */
  async asOperator<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.attempt('set local role centavo_operator', '', work);
  }

  /** The rows of one statement in one workspace. Begin, scope, statement and commit travel together, in one round trip. */
  async read<Row extends QueryResultRow>(workspaceId: string, statement: Statement): Promise<Row[]> {
    return this.readScoped(`set local app.workspace_id = '${trusted(workspaceId)}'`, statement);
  }

  /** The rows that the holder of a secret may see: those whose hash it is. Nobody is authenticated yet here. */
  async readByKeyHash<Row extends QueryResultRow>(hash: Buffer, statement: Statement): Promise<Row[]> {
    return this.readScoped(`set local app.key_hash = '${hash.toString('hex')}'`, statement);
  }

  private async readScoped<Row extends QueryResultRow>(scope: string, statement: Statement): Promise<Row[]> {
    try {
      return await this.withClient(async (client) => {
        const begun = client.query(`begin read only; ${scope}`);
        const answered = client.query<Row>({ ...statement, values: [...statement.values] });
        const ended = client.query('commit');
        const [, result] = await Promise.all([begun, answered, ended]);
        return result.rows;
      });
    } catch (error) {
      throw problemOfDatabaseError(error);
    }
  }

  private attempt<T>(scope: string, workspaceId: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.withClient(async (client) => {
      // Not awaited: it goes out together with the first statement, and a failure of it fails that one too.
      const begun = client.query(`begin; ${scope}`);
      begun.catch(() => undefined);
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.events);
      try {
        const result = await work(unit);
        await unit.flush();
        await begun;
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    });
  }

  /** A client whose transaction could not be ended is not given back to the pool but closed. */
  private async withClient<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    this.pool ??= (this.orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
    const client = await (await this.pool).connect();
    let settled = false;
    try {
      const result = await use(client);
      settled = true;
      return result;
    } finally {
      client.release(!settled && client.getTransactionStatus() !== 'I');
    }
  }
}

/** The scope is written into the statement's text, so nothing but an id may stand there. */
function trusted(workspaceId: string): string {
  if (!isId(workspaceId)) throw new Error('a workspace id is expected');
  return workspaceId;
}
