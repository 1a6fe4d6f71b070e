import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { AccountCurrencyChanged } from '@app/ledger';
import { DraftJudgement } from './draft-judgement.service.js';

/** Keeps amounts that were read in one currency from being entered in another. */
@Injectable()
export class DraftCurrencies {
  constructor(events: DomainEvents, judgement: DraftJudgement) {
    events.on(AccountCurrencyChanged, ({ accountId, from, to }, work) => judgement.refuse(work, accountId, from, to));
  }
}
