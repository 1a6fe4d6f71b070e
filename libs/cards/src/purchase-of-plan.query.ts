/**
 * SQL for the purchase of the plan `i`. `offset 0` makes the planner look up the purchase by its primary key; otherwise
 * it could compare every plan with every purchase.
 */
export const PURCHASE = `(select * from ledger_purchases($1) p where p.id = i.transaction_id offset 0)`;
