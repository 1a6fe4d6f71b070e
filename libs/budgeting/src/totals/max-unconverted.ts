/** Maximum number of listed transactions without a base amount per budget and cycle. */
export const MAX_UNCONVERTED = 100;
