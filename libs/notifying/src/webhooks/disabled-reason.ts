/** Reason if the app that set the URL loses access. */
export const ACCESS_ENDED = 'The access of the app that set the URL has ended.';
