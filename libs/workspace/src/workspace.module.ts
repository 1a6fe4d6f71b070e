import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { WorkspaceController } from './workspace.controller.js';
import { Workspace } from './workspace.entity.js';
import { Workspaces } from './workspaces.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([Workspace])],
  controllers: [WorkspaceController],
  providers: [Workspaces],
  exports: [Workspaces],
})
export class WorkspaceModule {}
