import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { JsonText } from '@app/kernel';
import { ApiDocument } from './api-document.service.js';

@ApiExcludeController()
@Controller('openapi.json')
export class ApiDocumentController {
  constructor(private readonly document: ApiDocument) {}

  @Get()
  @Header('Content-Type', 'application/json; charset=utf-8')
  json(): JsonText {
    return new JsonText(this.document.json());
  }
}
