import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { problemCatalogue } from '@app/kernel/pure';
// Loads every context, and with it every problem and every entity.
import './app.module.js';
import { errorCatalogue } from './docs/error-catalogue.js';
import { mappedTables, tableMap } from './docs/table-map.js';

writeFileSync('docs/errors.md', errorCatalogue(problemCatalogue()));
writeFileSync('docs/tables.md', tableMap(mappedTables()));
