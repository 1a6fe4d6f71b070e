export const INTRODUCTION = `Centavo keeps the books of a household or business: accounts in several currencies, transactions, budgets, debts, statement
imports and reports.

**Authentication.** Send an API key or an OAuth access token as \`Authorization: Bearer <token>\`. A token gives access to one workspace. The
scope \`read_only\` allows all reads, and \`read_write\` allows everything. Tokens of apps may have finer scopes, such as \`accounts:read\` or
\`transactions:write\`. A write scope includes its read scope. Each operation lists the scopes that it needs.

**Amounts and rates are strings.** Amounts in responses have two decimals (\`"1250.00"\`), rates eight (\`"18.41230000"\`). JSON numbers are rejected
because clients parse them as floating point.

**Dates and times.** A date is \`YYYY-MM-DD\`; today is the date in Mexico City. A timestamp is in UTC with milliseconds.

**IDs are opaque.** Store them unchanged and do not parse them.

**Fields.** A response contains all of its fields; those without a value are null. A \`PATCH\` changes only the fields that
it contains; null clears a field that can be null. A request with an unknown field is rejected.

**Lists.** A list with \`items\` and \`nextCursor\` is paginated. Pass the cursor as \`cursor\`, with the same filters, until it is null. Concurrent
writes never cause skipped or repeated items.

**Dry runs.** Every call that writes accepts \`dryRun=true\` in the query, except uploads and the webhooks. The call then saves
nothing and returns \`{"dryRun": true, "result": …, "effects": …}\`: the response of the call, with discarded IDs and times, and its effects on
net worth, balances, budgets, debts and transactions. The scope \`read_only\` is enough.

**Batches.** \`POST /v1/transactions/batch\` creates, updates, trashes and restores up to 500 transactions in one call, all or none.

**Errors** are \`application/problem+json\` (RFC 9457). Branch on \`code\`; it never changes. \`detail\` is a message for people, and \`type\` the URL of
a page with the remedy.

**Request IDs.** Each response has an \`X-Request-Id\`, which is the ID that you sent, or a new one. It identifies the request in the log.`;
