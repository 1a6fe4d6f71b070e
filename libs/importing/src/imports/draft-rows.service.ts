import { Injectable } from '@nestjs/common';
import type { JsonText } from '@app/kernel';
import { Database, invalidField, parseAmount, ReferenceNotFound } from '@app/kernel';
import { Categories } from '@app/ledger';
import { ImportNotDraft, ImportRowNotFound } from '../importing.problems.js';
import { DraftJudgement, keyOf } from './draft-judgement.service.js';
import type { EditImportRowRequest } from './import.request.js';
import type { EditedRow } from './import-rows.query.js';
import { keepEdits, selectRow } from './import-rows.query.js';
import { Imports } from './imports.service.js';

/** The rows of a draft, corrected one by one. */
@Injectable()
export class DraftRows {
  constructor(
    private readonly database: Database,
    private readonly imports: Imports,
    private readonly categories: Categories,
    private readonly judgement: DraftJudgement,
  ) {}

  /** Changes a row of a draft, leaves it out or takes it although it is a duplicate. */
  edit(workspaceId: string, id: string, index: string, request: EditImportRowRequest): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const made = await this.imports.lock(work, id);
      const [row] = await work.query<EditedRow & Record<string, unknown>>(selectRow(keyOf(made), Number(index)));
      if (!row) throw ImportRowNotFound(index);
      if (request.categoryId != null && !(await this.categories.exists(work, request.categoryId))) {
        throw ReferenceNotFound(['#/categoryId']);
      }
      if (made.status !== 'draft') throw ImportNotDraft();
      if (request.amount !== undefined && request.type === undefined && row.type === null) {
        throw invalidField(['type'], 'REQUIRED', 'is required with the amount: the file does not say it');
      }
      const { excluded, includeDuplicate, amount, ...rest } = request;
      const edits = { ...rest, ...(amount !== undefined && { amount: parseAmount(amount).toString() }) };
      await this.judgement.freshen(work, made, () => Promise.resolve(made));
      await work.query(keepEdits(keyOf(made), row.index, edits, excluded ?? null, includeDuplicate ?? null));
      await this.judgement.edited(work, made, row);
      return this.imports.detail(work, made);
    });
  }
}
