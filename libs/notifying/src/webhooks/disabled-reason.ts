/** Reason of a webhook that was disabled when its app lost access. */
export const ACCESS_ENDED = 'The access of the app that set the URL has ended.';
