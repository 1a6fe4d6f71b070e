export { seedDemoIfEmpty } from './seed-demo.service.js';
export type { Demo } from './seed-demo.service.js';
