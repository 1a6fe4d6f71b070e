export const DRAFT_RETENTION_DAYS = 30;
