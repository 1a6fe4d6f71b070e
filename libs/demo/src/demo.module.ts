import { Module } from '@nestjs/common';
import { IdentityModule } from '@app/identity';
import { DemoWorkspaceController } from './demo-workspace.controller.js';
import { DemoWorkspaces } from './demo-workspaces.service.js';

/** Demo workspaces that people make for themselves in the developer area. */
@Module({
  imports: [IdentityModule],
  controllers: [DemoWorkspaceController],
  providers: [DemoWorkspaces],
})
export class DemoModule {}
