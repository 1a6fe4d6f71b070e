import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface ToolItem {
  readonly id: string;
  readonly accountId: string;
  readonly contactId: string;
  readonly categoryId: string;
  readonly transactionId: string;
  readonly budgetId: string;
  readonly runId: string;
  readonly index: number;
  readonly date: string;
  readonly amount: string;
  readonly balance: string;
  readonly balances: readonly ToolItem[];
  readonly currency: string;
  readonly type: string;
  readonly status: string;
  readonly start: string;
  readonly net: string;
  readonly available: string;
  readonly spent: string;
  readonly netWorth: string;
  readonly runningBalance: string;
  readonly action: string;
  readonly share: string;
  readonly categorySource: string;
  readonly lowest: ToolItem;
  readonly untrusted: Readonly<Record<string, string>>;
}

export interface ToolAnswer extends ToolItem {
  readonly summary: string;
  readonly next: string;
  readonly nextCursor: string | null;
  readonly confirmation: string;
  readonly confirmationExpiresAt: string;
  readonly result: ToolAnswer;
  readonly undo: { readonly tool: string; readonly arguments: object; readonly how: string };
  readonly import: ToolItem & { readonly stats: Readonly<Record<string, number>> };
  readonly run: ToolItem;
  readonly budget: ToolItem;
  readonly goal: ToolItem;
  readonly transactions: readonly ToolItem[];
  readonly items: readonly ToolItem[];
  readonly contacts: readonly ToolItem[];
  readonly rules: readonly ToolItem[];
  readonly imports: readonly ToolItem[];
  readonly accounts: readonly ToolItem[];
  readonly total: string;
  readonly previousTotal: string;
  readonly transactionsRemoved: number;
  readonly restored: number;
  readonly before: readonly ToolItem[];
  readonly leftOut: number;
}

export interface ToolError {
  readonly code: string;
  readonly problem: string;
  readonly neededScope?: string;
  readonly errors: readonly {
    readonly argument: string;
    readonly code: string;
    readonly untrusted: { readonly detail: string };
  }[];
}

/** Agent that knows only the URL of the MCP endpoint. The MCP client validates responses against the tools' schemas. */
export class Agent {
  readonly answers: string[] = [];

  private constructor(readonly client: Client) {}

  /** @param era protocol revision of the client: 2025 (`legacy`) or 2026 (`auto`) */
  static async connect(
    url: string,
    credential: string | OAuthClientProvider,
    era: 'legacy' | 'auto' = 'auto',
  ): Promise<Agent> {
    const client = new Client({ name: 'agente-de-prueba', version: '1.0.0' }, { versionNegotiation: { mode: era } });
    const authProvider = typeof credential === 'string' ? { token: () => Promise.resolve(credential) } : credential;
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider }));
    const agent = new Agent(client);
    // The client validates responses only for tools that it has listed.
    await client.listTools();
    return agent;
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, args: object = {}): Promise<ToolAnswer> {
    const { isError, content, structuredContent } = await this.client.callTool({ name, arguments: { ...args } });
    this.answers.push(JSON.stringify(content));
    if (isError) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
    const text = textOf(content);
    if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(structuredContent))
      throw new Error('text and structured content differ');
    return structuredContent as unknown as ToolAnswer;
  }

  async refusal(name: string, args: object = {}): Promise<ToolError> {
    const { isError, content } = await this.client.callTool({ name, arguments: { ...args } });
    this.answers.push(JSON.stringify(content));
    if (!isError) throw new Error(`${name} answered: ${JSON.stringify(content)}`);
    return (JSON.parse(textOf(content)) as { error: ToolError }).error;
  }

  async act(name: string, args: object): Promise<ToolAnswer> {
    const { confirmation, status } = await this.call(name, args);
    if (status !== 'preview') throw new Error(`${name} returned no preview`);
    const done = await this.call(name, { ...args, confirmation });
    if (done.status !== 'done') throw new Error(`${name} was not done: ${JSON.stringify(done)}`);
    return done;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const textOf = (content: readonly object[]) => (content[0] as { text: string }).text;
