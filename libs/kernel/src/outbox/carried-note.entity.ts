import { defineEntity, p } from '@mikro-orm/postgresql';

const NoteToCarrySchema = defineEntity({
  name: 'NoteToCarry',
  tableName: 'kernel_notes_to_carry',
  properties: { workspaceId: p.uuid().primary(), id: p.uuid().primary(), note: p.json() },
});

/** What was done in the directory and is yet to be told in the shard of its workspace (decision 0086). */
export class NoteToCarry extends NoteToCarrySchema.class {}
NoteToCarrySchema.setClass(NoteToCarry);

const CarriedNoteSchema = defineEntity({
  name: 'CarriedNote',
  tableName: 'kernel_carried_notes',
  properties: { workspaceId: p.uuid().primary(), id: p.uuid().primary(), at: p.datetime(3) },
});

/** What has been told in a shard, so that it is told once. */
export class CarriedNote extends CarriedNoteSchema.class {}
CarriedNoteSchema.setClass(CarriedNote);
