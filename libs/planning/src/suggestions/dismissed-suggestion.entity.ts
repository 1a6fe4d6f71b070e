import { defineEntity, p } from '@mikro-orm/postgresql';

const DismissedSuggestionSchema = defineEntity({
  name: 'DismissedSuggestion',
  tableName: 'planning_dismissed_suggestions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    dismissedAt: p.datetime(3),
  },
});

export class DismissedSuggestion extends DismissedSuggestionSchema.class {}
DismissedSuggestionSchema.setClass(DismissedSuggestion);
