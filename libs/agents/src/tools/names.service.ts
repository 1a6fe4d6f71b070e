import { Injectable } from '@nestjs/common';
import { Accounts } from '@app/ledger';
import { Contacts } from '@app/contacts';
import { covers } from '@app/kernel';
import type { Call } from '../calls/tool.js';

/** What accounts and contacts are called, by their ids. They are what people wrote. */
export interface Names {
  readonly account: (id: string | null) => string | null | undefined;
  readonly contact: (id: string | null) => string | null | undefined;
}

/** Looks up the names that stand beside ids, as far as the token of the caller may read them. */
@Injectable()
export class NamesOfThings {
  constructor(
    private readonly accounts: Accounts,
    private readonly contacts: Contacts,
  ) {}

  /** @param contactIds the contacts that are needed: where there is none, nothing is looked up */
  async of(call: Call, contactIds: readonly (string | null)[] = []): Promise<Names> {
    const { workspaceId } = call.caller;
    const [accounts, contacts] = await Promise.all([
      covers(call.caller, ['accounts:read']) ? this.accounts.list(workspaceId, 'all') : [],
      contactIds.some((id) => id !== null) && covers(call.caller, ['contacts:read'])
        ? this.contacts.list(workspaceId, { archived: 'all' })
        : [],
    ]);
    const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
    const contactNames = new Map(contacts.map(({ contact: { id, name } }) => [id, name]));
    return {
      account: (id) => (id === null ? undefined : accountNames.get(id)),
      contact: (id) => (id === null ? undefined : contactNames.get(id)),
    };
  }
}
