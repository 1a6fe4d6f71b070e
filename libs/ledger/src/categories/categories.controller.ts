import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, operationsOn, ReferenceNotFound, Scoped } from '@app/kernel';
import { CategoryCycle, CategoryInUse, CategoryLimitReached, CategoryNotFound, NameTaken } from '../ledger.problems.js';
import { Categories } from './categories.service.js';
import { CreateCategoryRequest, DeleteCategoryRequest, EditCategoryRequest } from './category.request.js';
import { categoryView, CategoryView } from './category.view.js';

const OnCategory = operationsOn({ answer: CategoryView, pathIds: { id: CategoryNotFound } });

@Scoped('transactions')
@Controller('v1/categories')
export class CategoriesController {
  constructor(private readonly categories: Categories) {}

  @Operation({
    summary: 'List categories, parents before children',
    description: 'Returns expense and income categories in one flat list.',
    answer: [CategoryView],
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<CategoryView[]> {
    return (await this.categories.list(caller.workspaceId)).map(categoryView);
  }

  @Operation({
    summary: 'Create a category',
    collection: { fields: { name: (name) => `${name} {{unique}}` } },
    description: 'Set `parentId` to create a subcategory of the same kind.',
    answer: CategoryView,
    requestExample: { name: 'Antojitos', kind: 'expense' },
    problems: [NameTaken, ReferenceNotFound, CategoryLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateCategoryRequest): Promise<CategoryView> {
    return categoryView(await this.categories.create(caller.workspaceId, request));
  }

  @OnCategory('Get a category', { description: 'Returns the category even if it is archived.', resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<CategoryView> {
    return categoryView(await this.categories.get(caller.workspaceId, id));
  }

  @OnCategory('Rename, move or archive a category', {
    collection: { fields: { name: (name) => `${name} {{unique}}` } },
    description:
      'Transactions keep the category. After a move, they count under the new parent in reports and budgets.',
    problems: [NameTaken, CategoryCycle, ReferenceNotFound],
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditCategoryRequest,
  ): Promise<CategoryView> {
    return categoryView(await this.categories.edit(caller.workspaceId, id, request));
  }

  @OnCategory('Delete a category', {
    bulk: true,
    description:
      'The category must be unused and have no subcategories. Pass `moveTo` to move its transactions, budgets, rules and schedules to another category of the same kind first.',
    touchesBooks: true,
    problems: [CategoryInUse, ReferenceNotFound],
  })
  @Delete(':id')
  async delete(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: DeleteCategoryRequest,
  ): Promise<CategoryView> {
    return categoryView(await this.categories.delete(caller.workspaceId, id, request.moveTo));
  }
}
