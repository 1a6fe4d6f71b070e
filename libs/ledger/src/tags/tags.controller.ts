import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, operationsOn, Scoped } from '@app/kernel';
import { TagNotFound } from '../ledger.problems.js';
import { RenameTagRequest } from './tag.request.js';
import { TagView } from './tag.view.js';
import { TagRenaming } from './tag-renaming.service.js';
import { Tags } from './tags.service.js';

const OnTag = operationsOn({ answer: TagView, pathNames: { name: TagNotFound } });

@Scoped('transactions')
@Controller('v1/tags')
export class TagsController {
  constructor(
    private readonly tags: Tags,
    private readonly renaming: TagRenaming,
  ) {}

  @Operation({
    summary: 'List tags by name',
    description: 'With how many live transactions each has; a tag that none has is not listed.',
    answer: [TagView],
  })
  @Get()
  list(@Caller() caller: Principal): Promise<TagView[]> {
    return this.tags.list(caller.workspaceId);
  }

  @OnTag('One tag', {
    collection: { needs: ['transactionId'] },
    description: 'With how many live transactions have it, and the last day of one.',
    resource: true,
  })
  @Get(':name')
  get(@Caller() caller: Principal, @Param('name') name: string): Promise<TagView> {
    return this.tags.get(caller.workspaceId, name);
  }

  @OnTag('Rename a tag', {
    collection: {
      needs: ['transactionId'],
      spends: ['transactionId'],
      fields: { name: (name) => `${name} {{unique}}` },
    },
    id: 'renameTag',
    bulk: true,
    description:
      'On every transaction and in every rule. The name of another tag makes the two one, under the spelling of the other.',
  })
  @Patch(':name')
  rename(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @Body() request: RenameTagRequest,
  ): Promise<TagView> {
    return this.renaming.rename(caller.workspaceId, name, request.name);
  }

  @OnTag('Delete a tag', {
    collection: { needs: ['transactionId'], spends: ['transactionId'] },
    bulk: true,
    description: 'From every transaction, in the trash too; rules that add it go on. Answers the tag as it was.',
  })
  @Delete(':name')
  delete(@Caller() caller: Principal, @Param('name') name: string): Promise<TagView> {
    return this.renaming.delete(caller.workspaceId, name);
  }
}
