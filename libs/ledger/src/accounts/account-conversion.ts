import { invalidField } from '@app/kernel/pure';

export type FxMode = 'auto' | 'fixed';

export interface AccountConversion {
  readonly fxMode: FxMode;
  /** Scaled by 10^8. */
  readonly fixedRate: bigint | null;
}

/** @throws ValidationFailed for fixedRate if the mode is fixed without a rate, or auto with one */
export function conversionOf(fxMode: FxMode, fixedRate: bigint | null): AccountConversion {
  if (fxMode === 'fixed' && fixedRate === null) {
    throw invalidField(['fixedRate'], 'REQUIRED', 'is required when fxMode is fixed');
  }
  if (fxMode === 'auto' && fixedRate !== null) {
    throw invalidField(['fixedRate'], 'NOT_ALLOWED', 'is not allowed when fxMode is auto');
  }
  return { fxMode, fixedRate };
}
