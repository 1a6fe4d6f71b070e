/** A request takes at most so many statements. */
export const MOST_STATEMENTS = 6;

/**
 * Operations that take more, with the most that each may take, whatever there is in the workspace. A change has begin,
 * binding, commit, authentication and the audit log beside what it does; what it does is one statement for each context that
 * it reaches, and one for the answer.
 */
export const MORE_STATEMENTS: Readonly<Record<string, number>> = {
  // Reads on one snapshot, of several contexts.
  'GET /v1/forecast': 9,
  'GET /v1/contacts/{id}': 7,
  'GET /v1/contacts/{id}/statement': 8,
  'GET /v1/budgets/{id}/explain': 7,
  // Each table is read by a cursor, a part at a time.
  'GET /v1/export': 74,
  // Small changes by the entity manager: what is there is loaded, checked, written and answered.
  'PATCH /v1/accounts/{id}': 9,
  'POST /v1/accounts/{id}/archive': 7,
  'POST /v1/accounts/{id}/restore': 7,
  'POST /v1/accounts/{id}/close': 7,
  'POST /v1/accounts/{id}/reopen': 7,
  'POST /v1/categories': 8,
  'PATCH /v1/categories/{id}': 8,
  'POST /v1/contacts': 7,
  'PATCH /v1/contacts/{id}': 8,
  'DELETE /v1/contacts/{id}': 9,
  'POST /v1/budgets': 10,
  'PATCH /v1/budgets/{id}': 11,
  'DELETE /v1/budgets/{id}': 9,
  'POST /v1/rules': 12,
  'PATCH /v1/rules/{id}': 10,
  'DELETE /v1/rules/{id}': 11,
  // Whoever uses it is asked first, in every context above.
  'DELETE /v1/accounts/{id}': 10,
  'DELETE /v1/categories/{id}': 24,
  // A plain entry takes three; one with splits, in another currency or with rules to run takes these.
  'POST /v1/transactions': 13,
  // Accounts and totals follow, and the answer is read after them.
  'PATCH /v1/transactions/{id}': 14,
  'DELETE /v1/transactions/{id}': 9,
  'POST /v1/transactions/{id}/restore': 9,
  'DELETE /v1/transactions/{id}/permanently': 8,
  'DELETE /v1/transactions/trash': 7,
  // The rate is loaded, checked and written, and what it revalues follows.
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': 10,
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': 10,
  'PATCH /v1/workspace': 14,
  // Set-based over all rows: so many for one row as for a hundred thousand.
  'POST /v1/rules/{id}/apply': 10,
  'POST /v1/rules/{id}/runs/{runId}/undo': 10,
  'POST /v1/imports': 35,
  'GET /v1/imports/{id}': 10,
  'GET /v1/imports/{id}/rows': 9,
  // One for each megabyte of the file.
  'PATCH /v1/imports/{id}': 39,
  'PATCH /v1/imports/{id}/rows/{index}': 22,
  'POST /v1/imports/{id}/commit': 40,
  'POST /v1/imports/{id}/undo': 27,
  'DELETE /v1/imports/{id}': 9,
};
