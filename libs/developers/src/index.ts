export { developersMigrations } from './developers.migrations.js';
export { DevelopersModule } from './developers.module.js';
export type { RegisteredClient } from './oauth/oauth-clients.service.js';
export { OAuthClients } from './oauth/oauth-clients.service.js';
