import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { AccountCurrencyChanged } from '@app/ledger';
import { DraftValidation } from '../imports/draft-validation.service.js';

/** Prevents commits of amounts that were read when the account had a different currency. */
@Injectable()
export class DraftCurrencies {
  constructor(events: DomainEvents, validation: DraftValidation) {
    events.on(AccountCurrencyChanged, ({ accountId, from, to }, work) =>
      validation.rejectCurrency(work, accountId, from, to),
    );
  }
}
