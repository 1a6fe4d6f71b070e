/** The version of this build, as package.json has it; a test compares them. */
export const VERSION = '1.0.0';
