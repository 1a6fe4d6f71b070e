import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { problemCatalogue } from '@app/kernel';
// Loads every context, and with it every problem.
import '../app.module.js';
import { errorCatalogue } from './error-catalogue.js';

writeFileSync('docs/errors.md', errorCatalogue(problemCatalogue()));
