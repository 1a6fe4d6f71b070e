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

  /**
   * @param contactIds the contacts that are needed: where there is none, nothing is looked up
   * @param accounts what accounts are called, where that is known already
   */
  async of(
    call: Call,
    contactIds: readonly (string | null)[] = [],
    accounts?: ReadonlyMap<string, string>,
  ): Promise<Names> {
    const needed = [...new Set(contactIds.filter((id) => id !== null))];
    const [accountNames, contactNames] = await Promise.all([
      this.mayName(call, 'accounts:read') ? (accounts ?? this.accounts.names(call.caller.workspaceId)) : NONE,
      needed.length > 0 && this.mayName(call, 'contacts:read')
        ? this.contacts.names(call.caller.workspaceId, needed)
        : NONE,
    ]);
    return {
      account: (id) => (id === null ? undefined : accountNames.get(id)),
      contact: (id) => (id === null ? undefined : contactNames.get(id)),
    };
  }

  private mayName({ caller }: Call, scope: 'accounts:read' | 'contacts:read'): boolean {
    return covers(caller, [scope]);
  }
}
