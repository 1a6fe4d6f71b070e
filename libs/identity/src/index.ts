export { identityMigrations } from './identity.migrations.js';
export { IdentityModule } from './identity.module.js';
export type { ApiKeySummary } from './keys/api-keys.service.js';
export { ApiKeys } from './keys/api-keys.service.js';
export { Users } from './users/users.service.js';
