import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Mapping } from '@app/statement-files';

const RememberedMappingSchema = defineEntity({
  name: 'RememberedMapping',
  tableName: 'importing_mappings',
  properties: {
    workspaceId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    layout: p.text().primary(),
    mapping: p.json().$type<Partial<Mapping>>(),
    rememberedAt: p.datetime(3),
  },
});

export class RememberedMapping extends RememberedMappingSchema.class {}
RememberedMappingSchema.setClass(RememberedMapping);
