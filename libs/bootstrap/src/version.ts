/** Version of the service. A test verifies that it equals the version in package.json. */
export const VERSION = '1.0.0';
