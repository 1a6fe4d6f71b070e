import { Module } from '@nestjs/common';
import { ApiDocumentController } from './api-document.controller.js';
import { ApiDocument } from './api-document.service.js';
import { ExplorerController } from './explorer.controller.js';
import { PagesController } from './pages.controller.js';
import { PageTexts } from './page-texts.service.js';
import { PostmanController } from './postman.controller.js';
import { ProblemPagesController } from './problem-pages.controller.js';

@Module({
  controllers: [ApiDocumentController, ExplorerController, PagesController, PostmanController, ProblemPagesController],
  providers: [ApiDocument, PageTexts],
})
export class DocsModule {}
