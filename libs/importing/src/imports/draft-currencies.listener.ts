import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { AccountCurrencyChanged } from '@app/ledger';
import { refuseDrafts } from './draft-judgement.query.js';

/** Keeps amounts that were read in one currency from being entered in another. */
@Injectable()
export class DraftCurrencies {
  constructor(events: DomainEvents) {
    events.on(AccountCurrencyChanged, ({ accountId, from, to }, work) => refuseDrafts(work, accountId, from, to));
  }
}
