/** Reason for disabling a webhook whose app lost access. */
export const ACCESS_ENDED = 'The access of the app that set the URL has ended.';
