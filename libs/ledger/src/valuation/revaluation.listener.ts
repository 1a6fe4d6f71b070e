import { Injectable } from '@nestjs/common';
import { RatesChanged } from '@app/fx';
import { DomainEvents } from '@app/kernel';
import { BaseCurrencyChanged } from '@app/workspace';
import { AccountRevalued } from '../ledger.events.js';
import { FixedRates } from './fixed-rates.service.js';
import { Revaluation } from './revaluation.service.js';

@Injectable()
export class RevaluationListener {
  constructor(events: DomainEvents, revaluation: Revaluation, fixedRates: FixedRates) {
    events.on(RatesChanged, ({ pairs }, work) => revaluation.revaluePairs(work, pairs));
    events.on(AccountRevalued, ({ accountId }, work) => revaluation.revalueAll(work, accountId));
    events.on(BaseCurrencyChanged, async ({ from, to }, work) => {
      await fixedRates.rebase(work, from, to);
      await revaluation.revalueAll(work, null);
    });
  }
}
