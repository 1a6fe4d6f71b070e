import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { AccountCurrencyChanged } from '@app/ledger';
import { Imports } from './imports.service.js';

/** Keeps amounts that were read in one currency from being entered in another. */
@Injectable()
export class DraftCurrencies {
  constructor(events: DomainEvents, imports: Imports) {
    events.on(AccountCurrencyChanged, ({ accountId, from, to }, work) =>
      imports.refuseDrafts(work, accountId, from, to),
    );
  }
}
