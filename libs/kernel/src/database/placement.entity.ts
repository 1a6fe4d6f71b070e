import { defineEntity, p } from '@mikro-orm/postgresql';

const PlacementSchema = defineEntity({
  name: 'Placement',
  tableName: 'kernel_placements',
  properties: { workspaceId: p.uuid().primary(), shard: p.text() },
});

/** Where a workspace is. Only statements write and read it (decision 0086). */
export class Placement extends PlacementSchema.class {}
PlacementSchema.setClass(Placement);

const ShardCountSchema = defineEntity({
  name: 'ShardCount',
  tableName: 'kernel_shards',
  properties: { name: p.text().primary(), workspaces: p.bigint() },
});

/** How many workspaces were given to a shard. */
export class ShardCount extends ShardCountSchema.class {}
ShardCountSchema.setClass(ShardCount);
