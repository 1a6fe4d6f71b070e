import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { JsonText, Settings } from '@app/kernel';
import { ApiDocument } from './api-document.service.js';
import { postmanCollection } from './postman-collection.js';

@ApiExcludeController()
@Controller('postman.json')
export class PostmanController {
  private text: string | undefined;

  constructor(
    private readonly document: ApiDocument,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Header('Content-Type', 'application/json; charset=utf-8')
  json(): JsonText {
    this.text ??= JSON.stringify(
      postmanCollection(this.document.parsed(), this.document.collectionSteps(), this.settings.baseUrl),
    );
    return new JsonText(this.text);
  }
}
