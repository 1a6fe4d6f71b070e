export { DemoModule } from './demo.module.js';
export { seedDemoIfEmpty } from './seed-demo.service.js';
export type { Demo } from './seed-demo.service.js';
