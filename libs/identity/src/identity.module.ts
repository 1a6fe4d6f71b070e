import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { WorkspaceModule } from '@app/workspace';
import { BearerAuthentication } from './access/bearer-authentication.middleware.js';
import { BearerTokens } from './access/bearer-tokens.service.js';
import { AgentsBearerStrategy, BearerStrategy } from './access/bearer.strategy.js';
import { Access } from './area/access.service.js';
import { AccountChanges } from './area/account-changes.service.js';
import { AccountPages } from './area/account-pages.service.js';
import { PasswordController } from './area/password.controller.js';
import { AccountController } from './area/account.controller.js';
import { AppsController } from './area/apps.controller.js';
import { AssetsController } from './area/assets.controller.js';
import { SignInController } from './area/sign-in.controller.js';
import { KeysController } from './area/keys.controller.js';
import { Registration } from './area/registration.service.js';
import { SignIns } from './area/sign-ins.service.js';
import { SignUp } from './area/sign-up.service.js';
import { SignUpController } from './area/sign-up.controller.js';
import { AuditLogController } from './audit/audit-log.controller.js';
import { AccountLog } from './audit/account-log.service.js';
import { AuditLog } from './audit/audit-log.service.js';
import { Grant } from './grants/grant.entity.js';
import { Grants } from './grants/grants.service.js';
import { SigningKey } from './grants/signing-key.entity.js';
import { SigningKeys } from './grants/signing-keys.service.js';
import { ApiKey } from './keys/api-key.entity.js';
import { ApiKeys } from './keys/api-keys.service.js';
import { RateWindow } from './limits/rate-window.entity.js';
import { RateLimits } from './limits/rate-limits.service.js';
import { RequestLimit } from './limits/request-limit.service.js';
import { Invitation, Member } from './users/member.entity.js';
import { InvitationLetters } from './members/invitation-letters.service.js';
import { Invitations } from './members/invitations.service.js';
import { InvitationsController } from './members/invitations.controller.js';
import { Members } from './members/members.service.js';
import { MembersController } from './members/members.controller.js';
import { InvitationPagesController } from './area/invitation-pages.controller.js';
import { MemberPagesController } from './area/member-pages.controller.js';
import { Mail } from './mail/mail.service.js';
import { AuthorizationServer } from './oauth/authorization-server.service.js';
import { ClientDocuments } from './oauth/client-documents.service.js';
import { ConsentController } from './oauth/consent.controller.js';
import { Consents } from './oauth/consents.service.js';
import { MetadataController } from './oauth/metadata.controller.js';
import { OAuthClient, OAuthRecord } from './oauth/oauth.entity.js';
import { OAuthClients } from './oauth/oauth-clients.service.js';
import { OAuthRecords } from './oauth/oauth-records.service.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { PurgeExpiredJob } from './purge-expired.job.js';
import { ClearRequestLogJob } from './requests/clear-request-log.job.js';
import { LoggedRequest } from './requests/logged-request.entity.js';
import { RequestLog } from './requests/request-log.service.js';
import { RequestsController } from './area/requests.controller.js';
import { KnownDevice } from './sessions/device.entity.js';
import { Devices } from './sessions/devices.service.js';
import { SignInAttempts } from './sessions/sign-in-attempts.service.js';
import { WebSession } from './sessions/web-session.entity.js';
import { WebSessions } from './sessions/web-sessions.service.js';
import { SecondFactorController } from './area/second-factor.controller.js';
import { RecoveryCode, SecondFactor } from './second-factor/second-factor.entity.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { AddressCodes } from './users/address-codes.service.js';
import { AddressCode, PendingSignUp, User } from './users/user.entity.js';
import { Passwords } from './users/passwords.service.js';
import { Users } from './users/users.service.js';
import { FormRecords } from './web/form-records.service.js';
import { PageSessions } from './web/page-sessions.service.js';

const ENTITIES = [
  AddressCode,
  ApiKey,
  Grant,
  Invitation,
  KnownDevice,
  LoggedRequest,
  Member,
  OAuthClient,
  OAuthRecord,
  PendingSignUp,
  RateWindow,
  RecoveryCode,
  SecondFactor,
  SigningKey,
  User,
  WebSession,
];
const OFFERED = [
  BearerTokens,
  AccountLog,
  AddressCodes,
  ApiKeys,
  AuditLog,
  FormRecords,
  Grants,
  Invitations,
  Members,
  OAuthClients,
  PageSessions,
  Passwords,
  RequestLimit,
  RequestLog,
  SecondFactors,
  SigningKeys,
  Users,
];

@Module({
  imports: [MikroOrmModule.forFeature(ENTITIES), WorkspaceModule],
  controllers: [
    AuditLogController,
    MembersController,
    InvitationsController,
    MemberPagesController,
    InvitationPagesController,
    SignInController,
    SignUpController,
    KeysController,
    RequestsController,
    AccountController,
    PasswordController,
    SecondFactorController,
    AppsController,
    AssetsController,
    OAuthController,
    ConsentController,
    MetadataController,
  ],
  providers: [
    ...OFFERED,
    Access,
    AccountChanges,
    AccountPages,
    Devices,
    InvitationLetters,
    AuthorizationServer,
    AgentsBearerStrategy,
    BearerStrategy,
    ClearRequestLogJob,
    ClientDocuments,
    Consents,
    OAuthRecords,
    PurgeExpiredJob,
    RateLimits,
    Mail,
    Registration,
    SignInAttempts,
    SignIns,
    SignUp,
    WebSessions,
  ],
  exports: OFFERED,
})
export class IdentityModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BearerAuthentication).forRoutes('v1{/*path}');
  }
}
