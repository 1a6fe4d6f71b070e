import type { NamedMigration } from './database/named-migration.migrations.js';
import { baseline } from './database/schema.migrations.js';
import { jobs } from './migrations/0002-kernel-jobs.migrations.js';
import { packedAnswers } from './migrations/0018-kernel-packed-answers.migrations.js';

export const kernelMigrations: readonly NamedMigration[] = [baseline('0001', 'kernel'), jobs, packedAnswers];
