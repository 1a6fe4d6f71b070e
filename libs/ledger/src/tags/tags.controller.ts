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
    summary: 'List tags, sorted by name',
    description: 'Includes the number of live transactions with each tag. Omits tags without live transactions.',
    answer: [TagView],
  })
  @Get()
  list(@Caller() caller: Principal): Promise<TagView[]> {
    return this.tags.list(caller.workspaceId);
  }

  @OnTag('Get a tag', {
    collection: { needs: ['transactionId'] },
    description: 'Includes the number of live transactions with the tag and the date of the latest one.',
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
      'Renames the tag on all transactions and in all rules. If another tag already has the new name, the two tags are merged.',
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
    description:
      'Removes the tag from all transactions, including trashed ones. Rules that add the tag do not change. Returns the deleted tag.',
  })
  @Delete(':name')
  delete(@Caller() caller: Principal, @Param('name') name: string): Promise<TagView> {
    return this.renaming.delete(caller.workspaceId, name);
  }
}
