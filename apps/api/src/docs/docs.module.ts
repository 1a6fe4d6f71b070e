import { Module } from '@nestjs/common';
import { ApiDocumentController } from './api-document.controller.js';
import { ApiDocument } from './api-document.service.js';
import { ExplorerController } from './explorer.controller.js';
import { ProblemPagesController } from './problem-pages.controller.js';

/** What developers read: the OpenAPI document, its explorer, and a page for every kind of problem. */
@Module({
  controllers: [ApiDocumentController, ExplorerController, ProblemPagesController],
  providers: [ApiDocument],
})
export class DocsModule {}
