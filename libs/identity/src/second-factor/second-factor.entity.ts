import { defineEntity, p } from '@mikro-orm/postgresql';

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'identity_second_factors',
  properties: {
    userId: p.uuid().primary(),
    sealedSecret: p.blob(),
    confirmedAt: p.datetime(3).nullable(),
    lastStep: p.bigint(),
  },
});

/** Encrypted TOTP secret of a user. It becomes active when a code confirms it. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'identity_recovery_codes',
  properties: { userId: p.uuid().primary(), codeHash: p.blob().primary() },
});

export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
