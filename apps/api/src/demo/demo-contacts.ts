/** By these names the parts of the demo refer to its contacts. */
export type DemoContactKey = 'ana' | 'luis' | 'sofia';

export const DEMO_CONTACTS: readonly { key: DemoContactKey; name: string; email: string | null }[] = [
  { key: 'ana', name: 'Ana Martínez', email: 'ana.martinez@example.com' },
  { key: 'luis', name: 'Luis Hernández', email: null },
  { key: 'sofia', name: 'Sofía Núñez', email: 'sofia.nunez@example.com' },
];
