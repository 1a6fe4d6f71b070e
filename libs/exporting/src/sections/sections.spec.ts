import { describe, expect, it } from '@jest/globals';
import { EXPORTED_WORKSPACE } from '@app/workspace';
import { expectGolden, titledSql } from '../../../../test/sql/golden-file.js';
import { brokenRow, enterRows, overwriteWorkspace, sectionsInUse } from '../restoring/section-writing.query.js';
import { SECTIONS } from './export-sections.query.js';
import { sectionRows, workspaceRow } from './section-reading.query.js';

const WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const NOW = new Date('2026-11-22T00:00:00.000Z');

describe('export queries', () => {
  it('builds the golden SQL that exports the workspace and each section', () => {
    const statements = [
      titledSql('workspace', workspaceRow(EXPORTED_WORKSPACE, WORKSPACE, NOW)),
      ...SECTIONS.map((table) => titledSql(table.section, sectionRows(table, WORKSPACE, NOW))),
    ];
    expect(statements.length).toBeGreaterThan(10);
    expectGolden(new URL('./export.golden.sql', import.meta.url), statements.join('\n'));
  });
});

describe('restore queries', () => {
  it('builds the golden SQL that restores the workspace and each section', () => {
    const sections = SECTIONS.flatMap((table) => {
      const broken = brokenRow(table, SECTIONS, WORKSPACE);
      return [
        titledSql(`${table.section}, insert`, enterRows(table, WORKSPACE, ['{}'])),
        ...(broken ? [titledSql(`${table.section}, invalid rows`, broken)] : []),
      ];
    });
    const statements = [
      titledSql('sections in use', sectionsInUse(SECTIONS, WORKSPACE)),
      titledSql('workspace, update', overwriteWorkspace(EXPORTED_WORKSPACE, WORKSPACE, '{}')),
      ...sections,
    ];
    expectGolden(new URL('../restoring/import.golden.sql', import.meta.url), statements.join('\n'));
  });
});
