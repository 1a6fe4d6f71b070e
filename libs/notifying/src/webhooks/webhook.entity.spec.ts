import { describe, expect, it } from '@jest/globals';
import { Webhook } from './webhook.entity.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const [OLD, NEW] = [Buffer.from('old'), Buffer.from('new')];

function rotated(overlapHours: number): Webhook {
  const webhook = Object.assign(new Webhook(), { sealedSecret: OLD, secretHint: '…old' });
  webhook.rotateSecret({ sealed: NEW, hint: '…new' }, overlapHours, NOW);
  return webhook;
}

describe('a webhook with a new secret', () => {
  it('also signs with the old secret for the requested number of hours', () => {
    const webhook = rotated(24);
    expect([webhook.sealedSecret, webhook.secretHint]).toEqual([NEW, '…new']);
    expect(webhook.previousSecretAt(new Date('2026-11-26T11:59:59Z'))).toBe(OLD);
    expect(webhook.previousSecretAt(new Date('2026-11-26T12:00:00Z'))).toBeNull();
  });

  it('stops signing with the old secret at once if no overlap was requested', () => {
    expect(rotated(0).previousSecretAt(NOW)).toBeNull();
  });
});
