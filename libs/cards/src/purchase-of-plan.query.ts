/**
 * The purchase of plan `i`. `offset 0` makes the planner look it up by its primary key. Otherwise, it could compare
 * every plan with every purchase.
 */
export const PURCHASE = `(select * from ledger_purchases($1) p where p.id = i.transaction_id offset 0)`;
