import { randomBytes } from 'node:crypto';
import { FeedRates } from '@app/fx';
import { ApiKeys, Members, Users } from '@app/identity';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { yearUpTo } from './demo-calendar.js';
import type { Services } from './demo-household.service.js';
import { enterYear, importStatements } from './demo-household.service.js';
import { demoRates } from './demo-rates.js';

/** Credentials of the demo owner, and a read_write API key. They are shown only once. */
export interface Demo {
  readonly workspaceId: string;
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

export const DEMO_NAME = 'Casa Demo';
const EMAIL = 'demo@centavo.example';
/** The second member of a demo household. */
export const PARTNER = { name: 'Sofía', email: 'sofia@centavo.example', role: 'editor' } as const;
const PASSWORD_BYTES = 12;
/** Advisory lock key; any constant works. */
const SEEDING_LOCK = 4_827_190_268;

/**
 * Seeds the demo into an empty database. Returns null if the database is not empty. A lock lets only one of several
 * processes seed. Everything except rates and statements is one transaction, so a crash leaves at most rates.
 */
export async function seedDemoIfEmpty(app: Services): Promise<Demo | null> {
  const year = yearUpTo(app.get(Clock).today());
  const rates = demoRates(year);
  const seed = async (work: UnitOfWork) => {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    await app.get(Workspaces).create(work, DEMO_NAME, 'MXN', 'plus');
    await app.get(Users).makeOwner(work, EMAIL, password, false);
    app.get(Members).addFictional(work, PARTNER);
    const { key } = app.get(ApiKeys).issue(work, 'Demo', 'read_write');
    const householdId = (await enterYear(app, work, year, rates)).get('household')!;
    return { demo: { workspaceId: work.workspaceId, email: EMAIL, password, apiKey: key }, householdId };
  };
  const database = app.get(Database);
  const seeded = await database.transaction({ operator: true }, async (work) => {
    await work.query({ text: 'select pg_advisory_xact_lock($1)', values: [SEEDING_LOCK] });
    if (await app.get(Workspaces).isAny()) return null;
    await app.get(FeedRates).enter('file', rates);
    return database.transaction({ workspaceId: newId(), secrets: true }, seed);
  });
  if (seeded === null) return null;
  await importStatements(app, seeded.demo.workspaceId, seeded.householdId, year);
  return seeded.demo;
}
