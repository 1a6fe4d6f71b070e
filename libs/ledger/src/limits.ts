// Maximum number of rows per workspace.
export const MAX_ACCOUNTS = 1_000;
export const MAX_CATEGORIES = 5_000;
export const MAX_TAGS_PER_WORKSPACE = 5_000;
