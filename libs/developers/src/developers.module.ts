import { Module } from '@nestjs/common';
import { IdentityModule } from '@app/identity';
import { WorkspaceModule } from '@app/workspace';
import { AccountController } from './area/account.controller.js';
import { AssetsController } from './area/assets.controller.js';
import { EntryController } from './area/entry.controller.js';
import { KeysController } from './area/keys.controller.js';
import { Registration } from './area/registration.service.js';
import { AuthorizationServer } from './oauth/authorization-server.service.js';
import { ConsentController } from './oauth/consent.controller.js';
import { Consents } from './oauth/consents.service.js';
import { MetadataController } from './oauth/metadata.controller.js';
import { OAuthClients } from './oauth/oauth-clients.service.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthRecords } from './oauth/oauth-records.service.js';
import { PurgeJob } from './purge.job.js';
import { Visitors } from './web/visitor.service.js';

/** The developer area, and the OAuth server with its question of consent: everything that people see in a browser. */
@Module({
  imports: [IdentityModule, WorkspaceModule],
  controllers: [
    EntryController,
    KeysController,
    AccountController,
    AssetsController,
    OAuthController,
    ConsentController,
    MetadataController,
  ],
  providers: [AuthorizationServer, Consents, OAuthClients, OAuthRecords, PurgeJob, Registration, Visitors],
  exports: [OAuthClients],
})
export class DevelopersModule {}
