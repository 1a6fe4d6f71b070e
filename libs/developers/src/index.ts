export { developersMigrations } from './developers.migrations.js';
export { DevelopersModule } from './developers.module.js';
export type { RegisteredClient } from './oauth/oauth-clients.service.js';
export { PageFilter } from './web/page.filter.js';
export { OAuthClients } from './oauth/oauth-clients.service.js';
