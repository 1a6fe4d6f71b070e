import type { FigureCheck } from '../figure-check.query.js';
import { columnCheck, ofWorkspace } from '../figure-check.query.js';
import { ACCOUNT_TYPES } from './account-type.js';

const ACCOUNT_KINDS = `
  select a.workspace_id, a.id, a.kind as stored, type.kind as expected
  from ledger_accounts a join (values ${ACCOUNT_TYPES.map(({ systemKey, kind }) => `('${systemKey}', '${kind}')`).join(', ')})
    type (key, kind) on type.key = a.type_key
  where ${ofWorkspace('a')}`;

export const ACCOUNT_KIND: FigureCheck = columnCheck('account.kind', ACCOUNT_KINDS, 'ledger_accounts', 'kind');
