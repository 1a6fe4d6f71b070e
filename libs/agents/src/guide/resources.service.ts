import { Injectable } from '@nestjs/common';
import type { FineScope } from '@app/kernel';
import { isId, refuseBeyond } from '@app/kernel';
import { AccountNotFound, Accounts, accountView } from '@app/ledger';
import { ImportNotFound } from '@app/importing';
import type { Answer } from '../answers/answer.js';
import { shortened } from '../answers/shortened.js';
import type { Call } from '../calls/tool.js';
import { accountAnswer } from '../tools/account-tools.service.js';
import { ImportTools } from '../tools/import-tools.service.js';
import { GUIDE } from './guide.js';

const GUIDE_URI = 'centavo://guide';

export const RESOURCES = [
  {
    uri: GUIDE_URI,
    name: 'guide',
    title: 'Cómo trabajar con dinero en Centavo',
    description: 'Explains how figures are computed, how to change data, and how to import a bank statement.',
    mimeType: 'text/markdown',
  },
];
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'centavo://accounts/{id}',
    name: 'account',
    title: 'Una cuenta',
    description: 'An account with its balance, as returned by list_accounts with detail full.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'centavo://imports/{id}',
    name: 'import',
    title: 'Un estado de cuenta importado',
    description: 'An import with its first rows, as returned by get_import.',
    mimeType: 'application/json',
  },
];

export interface ReadResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

@Injectable()
export class Resources {
  constructor(
    private readonly accounts: Accounts,
    private readonly imports: ImportTools,
  ) {}

  /** @throws AccountNotFound, ImportNotFound, AuthInsufficientScope */
  async read(uri: string, call: Call): Promise<ReadResource | null> {
    if (uri === GUIDE_URI) return { uri, mimeType: 'text/markdown', text: GUIDE };
    const [, kind, id = ''] = /^centavo:\/\/(accounts|imports)\/([^/?#]{1,64})$/.exec(uri) ?? [];
    if (kind === 'accounts') return jsonResource(uri, await this.account(id, call));
    if (kind === 'imports') return jsonResource(uri, await this.import(id, call));
    return null;
  }

  private async account(id: string, call: Call): Promise<Answer> {
    need(call, 'accounts:read');
    if (!isId(id)) throw AccountNotFound(id);
    return accountAnswer(accountView(await this.accounts.get(call.caller.workspaceId, id)), 'full');
  }

  private async import(id: string, call: Call): Promise<Answer> {
    need(call, 'imports:read');
    if (!isId(id)) throw ImportNotFound(id);
    return this.imports.one(id, undefined, { limit: 20 }, call);
  }
}

const need = ({ caller }: Call, scope: FineScope) => refuseBeyond(caller, [scope]);

const jsonResource = (uri: string, answer: Answer): ReadResource => ({
  uri,
  mimeType: 'application/json',
  text: shortened(answer).text,
});
