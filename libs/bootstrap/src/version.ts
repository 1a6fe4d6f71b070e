/** Same as in package.json, which a test verifies. */
export const VERSION = '1.0.0';
