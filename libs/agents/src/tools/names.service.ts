import { Injectable } from '@nestjs/common';
import { Accounts } from '@app/ledger';
import { Contacts } from '@app/contacts';
import { covers } from '@app/kernel';
import type { Call } from '../calls/tool.js';

/** Names by ID. They are third-party text. */
export interface Names {
  readonly account: (id: string | null) => string | null | undefined;
  readonly contact: (id: string | null) => string | null | undefined;
}

const NONE: ReadonlyMap<string, string> = new Map();

@Injectable()
export class NamesOfThings {
  constructor(
    private readonly accounts: Accounts,
    private readonly contacts: Contacts,
  ) {}

  /**
   * Returns the names of the accounts and contacts that the caller may read.
   * @param contactIds IDs of the contacts to look up
   * @param accounts account names, if already known
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
