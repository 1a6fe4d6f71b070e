import { invalidField } from '@app/kernel/pure';

export type FxMode = 'auto' | 'fixed';

export interface AccountConversion {
  readonly fxMode: FxMode;
  /** Value of one unit of the account's currency in the base currency, scaled by 10^8. Null if `fxMode` is `auto`. */
  readonly fixedRate: bigint | null;
}

/**
 * Creates a conversion.
 * @throws ValidationFailed if a fixed conversion has no rate, or an automatic conversion has a rate
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
