import { Module } from '@nestjs/common';
import { IdentityModule } from '@app/identity';
import { DemoWorkspaceController } from './demo-workspace.controller.js';
import { DemoWorkspaces } from './demo-workspaces.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [DemoWorkspaceController],
  providers: [DemoWorkspaces],
})
export class DemoModule {}
