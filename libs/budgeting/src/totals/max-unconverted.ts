/** Maximum number of transactions without a base amount that are listed for each budget and cycle. */
export const MAX_UNCONVERTED = 100;
