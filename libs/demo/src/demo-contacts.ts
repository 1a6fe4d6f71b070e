export type DemoContactKey = 'cousin' | 'neighbour' | 'colleague';

export const DEMO_CONTACTS: readonly { key: DemoContactKey; name: string; email: string | null }[] = [
  { key: 'cousin', name: 'Mi prima', email: 'prima@example.com' },
  { key: 'neighbour', name: 'Vecino del 302', email: null },
  { key: 'colleague', name: 'Colega de la oficina', email: 'colega@example.com' },
];
