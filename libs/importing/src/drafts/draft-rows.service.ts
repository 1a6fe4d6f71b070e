import { Injectable } from '@nestjs/common';
import type { JsonText } from '@app/kernel';
import { changedFields, Database, invalidField, parseAmount, ReferenceNotFound } from '@app/kernel';
import { Categories } from '@app/ledger';
import { factsOf, importEvents } from '../importing.events.js';
import { ImportRowNotFound } from '../importing.problems.js';
import { DraftValidation } from '../imports/draft-validation.service.js';
import type { EditImportRowRequest } from '../imports/import.request.js';
import type { EditedRow } from '../rows/import-rows.query.js';
import { saveEdits, selectRow } from '../rows/import-rows.query.js';
import { Imports } from '../imports/imports.service.js';

@Injectable()
export class DraftRows {
  constructor(
    private readonly database: Database,
    private readonly imports: Imports,
    private readonly categories: Categories,
    private readonly validation: DraftValidation,
  ) {}

  edit(workspaceId: string, id: string, index: string, request: EditImportRowRequest): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const draft = await this.imports.lock(work, id);
      const [row] = await work.query<EditedRow & Record<string, unknown>>(selectRow(draft.key(), Number(index)));
      if (!row) throw ImportRowNotFound(index);
      if (request.categoryId != null && !(await this.categories.exists(work, request.categoryId))) {
        throw ReferenceNotFound(['#/categoryId']);
      }
      draft.requireDraft();
      if (request.amount !== undefined && request.type === undefined && row.type === null) {
        throw invalidField(['type'], 'REQUIRED', 'is required with the amount, because the file does not contain it');
      }
      const { excluded, includeDuplicate, amount, ...rest } = request;
      const edits = { ...rest, ...(amount !== undefined && { amount: parseAmount(amount).toString() }) };
      await this.validation.refresh(work, draft);
      await work.query(saveEdits(draft.key(), row.index, edits, excluded ?? null, includeDuplicate ?? null));
      await this.validation.validateEdit(work, draft, row);
      await this.validation.prove(work, draft);
      const about = { changed: changedIn(row, { ...edits, excluded, includeDuplicate }), data: factsOf(draft) };
      if (about.changed.length > 0) work.announce(importEvents.updated(id, about));
      return this.imports.detail(work, draft);
    });
  }
}

function changedIn({ isExcluded, includesDuplicate, ...row }: EditedRow, edits: object): string[] {
  const { date, description, amount, type, categoryId, status } = row;
  const excluded = isExcluded ?? status === 'excluded';
  const before = { date, description, amount, type, categoryId, excluded, includeDuplicate: includesDuplicate };
  const changes = Object.entries(edits).filter(([, value]) => value !== undefined);
  return changedFields(before, { ...before, ...Object.fromEntries(changes) });
}
