/** Reason why a webhook is disabled if its app has lost access. */
export const ACCESS_ENDED = 'The access of the app that set the URL has ended.';
