/** How long a draft waits to be committed. Source: contract section 12. */
export const DRAFT_RETENTION_DAYS = 30;
