import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { WorkspaceCreated } from '@app/workspace';
import { Categories } from './categories.service.js';

@Injectable()
export class StarterCategories {
  constructor(events: DomainEvents, categories: Categories) {
    events.on(WorkspaceCreated, (_, work) => categories.addStarterTree(work));
  }
}
