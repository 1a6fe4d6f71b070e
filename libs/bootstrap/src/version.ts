/** Version of the service. A test checks that package.json has the same version. */
export const VERSION = '1.0.0';
