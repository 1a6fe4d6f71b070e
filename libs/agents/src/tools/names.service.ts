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

const NONE: ReadonlyMap<string, string> = new Map();

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
    const needed = [...new Set(contactIds.filter((id) => id !== null))];
    const [accounts, contacts] = await Promise.all([
      covers(call.caller, ['accounts:read']) ? this.accounts.names(workspaceId) : NONE,
      needed.length > 0 && covers(call.caller, ['contacts:read']) ? this.contacts.names(workspaceId, needed) : NONE,
    ]);
    return {
      account: (id) => (id === null ? undefined : accounts.get(id)),
      contact: (id) => (id === null ? undefined : contacts.get(id)),
    };
  }
}
