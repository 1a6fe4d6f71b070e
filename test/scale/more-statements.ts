/** A request takes at most so many statements. */
export const MAX_STATEMENTS = 6;

/**
 * Operations that take more, with the most that each may take, whatever there is in the workspace. A change has begin,
 * binding, commit, authentication and the audit log beside what it does; what it does is one statement for each context that
 * it reaches, and one for the answer.
 */
export const MORE_STATEMENTS: Readonly<Record<string, number>> = {
  // Reads on one snapshot, of several contexts.
  'GET /v1/forecast': 13,
  'GET /v1/contacts/{id}': 7,
  'GET /v1/contacts/{id}/statement': 8,
  'GET /v1/budgets/{id}/explain': 7,
  // Each table is read by a cursor, a part at a time.
  'GET /v1/export': 98,
  // Small changes by the entity manager: what is there is loaded, checked, written and answered.
  'POST /v1/accounts': 8,
  'PATCH /v1/accounts/{id}': 11,
  'POST /v1/accounts/{id}/archive': 7,
  'POST /v1/accounts/{id}/restore': 7,
  'POST /v1/accounts/{id}/close': 7,
  'POST /v1/accounts/{id}/reopen': 7,
  'POST /v1/categories': 8,
  'PATCH /v1/categories/{id}': 8,
  'POST /v1/contacts': 7,
  'PATCH /v1/contacts/{id}': 8,
  'DELETE /v1/contacts/{id}': 10,
  'POST /v1/budgets': 10,
  'PATCH /v1/budgets/{id}': 12,
  'DELETE /v1/budgets/{id}': 9,
  // What comes back, what was dismissed of it, and how it is described.
  'GET /v1/schedules/suggestions': 7,
  'DELETE /v1/schedules/suggestions/{id}': 9,
  'POST /v1/schedules': 14,
  'PATCH /v1/schedules/{id}': 13,
  'DELETE /v1/schedules/{id}': 12,
  // The schedule is held, the occurrence looked at before and after, and what follows from a posted transaction follows.
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/post': 18,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip': 11,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip': 11,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/link': 10,
  // The card, its plans and what moved on it; a statement that is changed or paid is held, and worked out before and after.
  'GET /v1/accounts/{id}/card-statements': 7,
  'PUT /v1/accounts/{id}/card-statements/{cutOff}': 12,
  'POST /v1/accounts/{id}/card-statements/{cutOff}/pay': 17,
  'GET /v1/installments': 8,
  'GET /v1/installments/{id}': 8,
  'POST /v1/installments': 11,
  'DELETE /v1/installments/{id}': 11,
  'POST /v1/rules': 12,
  'PATCH /v1/rules/{id}': 10,
  'DELETE /v1/rules/{id}': 11,
  // Their secrets and deliveries are tables of their own.
  'POST /v1/webhooks': 9,
  'PATCH /v1/webhooks/{id}': 8,
  'DELETE /v1/webhooks/{id}': 8,
  'POST /v1/webhooks/{id}/rotate-secret': 7,
  'POST /v1/webhooks/{id}/test': 14,
  'GET /v1/webhooks/{id}/deliveries': 7,
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry': 7,
  'POST /v1/webhooks/{id}/replay': 7,
  // Every context above that uses it is asked first.
  'DELETE /v1/accounts/{id}': 14,
  'DELETE /v1/categories/{id}': 26,
  // A plain entry takes three; one with splits, in another currency, with new tags or with rules to run takes these.
  'POST /v1/transactions': 21,
  // Each run of operations of one kind takes what one of them takes.
  'POST /v1/transactions/batch': 37,
  // Accounts, totals and the tags of runs follow, and the answer is read after them.
  'PATCH /v1/transactions/{id}': 21,
  'DELETE /v1/transactions/{id}': 9,
  'POST /v1/transactions/{id}/restore': 9,
  'DELETE /v1/transactions/{id}/permanently': 10,
  'DELETE /v1/transactions/trash': 9,
  // Its name is held, and its transactions, their rules and its count follow.
  'PATCH /v1/tags/{name}': 18,
  'DELETE /v1/tags/{name}': 13,
  // The rate is loaded, checked and written, and what it revalues follows, with the planner told how to find it.
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': 12,
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': 12,
  'PATCH /v1/workspace': 16,
  // Set-based over all rows: so many for one row as for a hundred thousand.
  'POST /v1/rules/{id}/apply': 17,
  'POST /v1/rules/{id}/runs/{runId}/undo': 13,
  'POST /v1/imports': 35,
  'GET /v1/imports/{id}': 10,
  'GET /v1/imports/{id}/rows': 9,
  // One for each megabyte of the file.
  'PATCH /v1/imports/{id}': 39,
  'PATCH /v1/imports/{id}/rows/{index}': 22,
  'POST /v1/imports/{id}/commit': 41,
  'POST /v1/imports/{id}/undo': 28,
  'DELETE /v1/imports/{id}': 9,
};
