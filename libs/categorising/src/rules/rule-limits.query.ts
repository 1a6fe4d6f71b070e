export const MAX_RULES = 500;
/**
 * Maximum number of conditions in the rules of a workspace. Comparing a statement of 100,000 rows with all of them
 * takes seconds.
 */
export const MAX_CONDITIONS = 1_000;
/**
 * Maximum number of characters in the conditions of a workspace's rules, because every new transaction is compared with
 * every condition. Five hundred rules with five words each are within the limit.
 */
export const MAX_CONDITION_CHARACTERS = 50_000;

/** Number of characters in the conditions of the rule `r`. */
export const CONDITION_CHARACTERS = `
  (select sum(length(condition->>'value')) from jsonb_array_elements(r.conditions) as listed (condition))`;
