import { invalidField } from '@app/kernel/pure';

/** How an account converts into the base currency: at the rate of the day, or at a rate that its owner fixed. */
export type FxMode = 'auto' | 'fixed';

/** A mode with the rate that belongs to it, at 10^-8. */
export interface AccountConversion {
  readonly fxMode: FxMode;
  readonly fixedRate: bigint | null;
}

/**
 * A mode and a rate that belong together: a fixed account has a rate, an automatic one has none. Source: contract section 5.
 * @throws ValidationFailed naming fixedRate when they do not.
 */
export function conversionOf(fxMode: FxMode, fixedRate: bigint | null): AccountConversion {
  if (fxMode === 'fixed' && fixedRate === null) {
    throw invalidField(['fixedRate'], 'REQUIRED', 'is required when fxMode is fixed');
  }
  if (fxMode === 'auto' && fixedRate !== null) {
    throw invalidField(['fixedRate'], 'NOT_ALLOWED', 'is not allowed when fxMode is auto');
  }
  return { fxMode, fixedRate };
}
