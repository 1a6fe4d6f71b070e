import type { CreateRuleRequest } from '@app/categorising';

interface DemoRule {
  readonly name: string;
  readonly priority?: number;
  readonly match?: 'all' | 'any';
  readonly conditions: CreateRuleRequest['conditions'];
  readonly category?: string;
  readonly description?: string;
  readonly notes?: string;
  readonly tag?: string;
}

const DEMO_RULES: readonly DemoRule[] = [
  {
    name: 'Antojos de la tienda',
    match: 'any',
    conditions: [
      { field: 'description', op: 'matches', value: '^(oxxo|7[ -]?eleven|circle k)\\b' },
      { field: 'description', op: 'starts_with', value: 'Tortillería' },
    ],
    category: 'Tienda de la esquina',
  },
  {
    name: 'Café de la mañana',
    match: 'any',
    conditions: [
      { field: 'description', op: 'contains', value: 'starbucks' },
      { field: 'description', op: 'contains', value: 'café' },
    ],
    category: 'Cafeterías',
  },
  {
    name: 'Gasolina',
    conditions: [
      { field: 'description', op: 'matches', value: '\\b(pemex|gasolinera|g500)\\b' },
      { field: 'type', op: 'is', value: 'expense' },
    ],
    category: 'Gasolina',
  },
  {
    name: 'Viajes en aplicación',
    conditions: [
      { field: 'description', op: 'starts_with', value: 'uber' },
      { field: 'description', op: 'not_contains', value: 'eats' },
    ],
    category: 'Taxi y aplicaciones',
    description: 'Uber',
  },
  {
    name: 'Compras grandes por revisar',
    priority: 900,
    conditions: [
      { field: 'amount', op: 'gte', value: '10000.00' },
      { field: 'category', op: 'is_empty', value: null },
    ],
    notes: 'Revisar: compra grande sin categoría',
    tag: 'revisar',
  },
];

export function demoRules(categories: ReadonlyMap<string, string>): CreateRuleRequest[] {
  return DEMO_RULES.map(({ name, priority = 100, match = 'all', conditions, category, description, notes, tag }) => ({
    name,
    enabled: true,
    priority,
    match,
    conditions,
    actions: [
      ...(category === undefined ? [] : [{ kind: 'set_category' as const, value: categories.get(category)! }]),
      ...(description === undefined ? [] : [{ kind: 'set_description' as const, value: description }]),
      ...(notes === undefined ? [] : [{ kind: 'append_notes' as const, value: notes }]),
      ...(tag === undefined ? [] : [{ kind: 'add_tag' as const, value: tag }]),
    ],
    stopProcessing: false,
  }));
}
