/** Reason of a webhook that is disabled with its app's access. */
export const ACCESS_ENDED = 'The access of the app that set the URL has ended.';
