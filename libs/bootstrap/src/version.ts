/** Version in package.json. A test verifies that both are equal. */
export const VERSION = '1.0.0';
