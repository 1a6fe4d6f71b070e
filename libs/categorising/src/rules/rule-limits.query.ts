export const MAX_RULES = 500;
/** Maximum conditions in the rules of a workspace. A statement with 100,000 rows is compared with all of them in seconds. */
export const MAX_CONDITIONS = 1_000;
/**
 * Maximum characters in the conditions of a workspace's rules, because every condition is compared with every new
 * transaction. Five hundred rules with five words each are within the limit.
 */
export const MAX_CONDITION_CHARACTERS = 50_000;

/** Number of characters in the conditions of the rule `r`. */
export const CONDITION_CHARACTERS = `
  (select sum(length(condition->>'value')) from jsonb_array_elements(r.conditions) as listed (condition))`;
