/** What the document says before its first operation. Markdown. */
export const INTRODUCTION = `Centavo keeps the money of one household or business: accounts in several currencies, what moves them, who owes whom,
and what it all comes to.

**Tokens.** Every request carries \`Authorization: Bearer <token>\`, an API key or an OAuth access token. It opens one
workspace. A token with the scope \`read_only\` reads; \`read_write\` does everything. Tokens of apps may have finer scopes, such as
\`accounts:read\` or \`transactions:write\`, which holds its \`:read\`; each operation names those that it needs.

**Money and rates are strings.** \`"1250.00"\` is an amount, always answered with two decimals; \`"18.41230000"\` is a rate,
always answered with eight. A JSON number would pass through floating point somewhere on its way, so none is taken.

**Dates and times.** A date is \`YYYY-MM-DD\`, and today is today in Mexico City. A timestamp is in UTC with milliseconds.

**Ids are opaque.** Keep them as they are; nothing can be read from them.

**Every field is there.** An answer holds each of its fields, null where there is nothing to say. A request is taken
only with fields that it has: a misspelt one is refused, not ignored.

**Lists.** A list with \`items\` and \`nextCursor\` comes in pages: give the cursor back as \`cursor\`, with the same filters,
until it is null. No row is skipped or repeated when others are entered meanwhile.

**Asking first.** A call that changes something takes \`dryRun=true\` in its query. It then changes nothing and answers
\`{"dryRun": true, "result": …, "effects": …}\`: what the call would answer, with ids and times that are not kept, and what it
would change in net worth, balances, budgets, debts and transactions. The scope \`read_only\` is enough for it.

**Many at once.** \`POST /v1/transactions/batch\` enters, edits, trashes and restores up to 500 transactions in one call, all
of them or none.

**Problems.** Whatever fails answers \`application/problem+json\` (RFC 9457). \`code\` is what a program looks at, \`detail\` is
for a person, and \`type\` is the address of a page that says what to do.

**Request ids.** Each answer has an \`X-Request-Id\`, your own if you send one. It finds the request in the log.`;
