import { runInNewContext } from 'node:vm';

/** Parts of a Postman collection (format 2.1) that the tests use. */
export interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly event: readonly Script[];
  readonly item: readonly Folder[];
}

interface Folder {
  readonly name: string;
  readonly item: readonly Item[];
}

export interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly url: { readonly raw: string };
    readonly body?: { readonly mode: 'raw'; readonly raw: string };
  };
  readonly event: readonly Script[];
}

interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly exec: readonly string[] };
}

export interface ItemResult {
  readonly item: Item;
  readonly status: number;
  readonly text: string;
  readonly failures: readonly string[];
}

/**
 * Sends the requests in order, runs their scripts and resolves variables, as Postman does.
 * @param initial initial variables, such as the token
 * @param now current time of the service
 */
export async function* runCollection(
  collection: Collection,
  initial: Readonly<Record<string, string>>,
  now: Date,
): AsyncGenerator<ItemResult> {
  const FixedDate = class extends Date {
    static override readonly now = () => now.getTime();
  };
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  for (const [name, value] of Object.entries(initial)) variables.set(name, value);
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = variables.get(name);
      if (!value) throw new Error(`the variable ${name} is not set`);
      return value;
    });
  for (const item of collection.item.flatMap((folder) => folder.item)) {
    const failures: string[] = [];
    run(collection.event, 'prerequest', sandbox(variables, failures), FixedDate);
    const { method, header, url, body } = item.request;
    const response = await fetch(filled(url.raw), {
      method,
      headers: {
        authorization: `Bearer ${variables.get('token')}`,
        ...Object.fromEntries(header.map(({ key, value }) => [key, value])),
      },
      ...(body && { body: filled(body.raw) }),
    });
    const text = await response.text();
    run(item.event, 'test', sandbox(variables, failures, { status: response.status, text }), FixedDate);
    yield { item, status: response.status, text, failures };
  }
}

function run(scripts: readonly Script[], listen: Script['listen'], pm: object, FixedDate: new () => Date): void {
  for (const { script } of scripts.filter((each) => each.listen === listen))
    runInNewContext(script.exec.join('\n'), { pm, Date: FixedDate });
}

/** Returns the part of Postman's `pm` object that the scripts use. */
function sandbox(
  variables: Map<string, string>,
  failures: string[],
  response?: { status: number; text: string },
): object {
  const equal = (actual: unknown, expected: unknown) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
  };
  return {
    collectionVariables: { set: (name: string, value: unknown) => void variables.set(name, String(value)) },
    test: (name: string, check: () => void) => {
      try {
        check();
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
    },
    expect: (actual: unknown) => ({ to: { eql: (expected: unknown) => equal(actual, expected) } }),
    response: response && {
      json: () => JSON.parse(response.text) as unknown,
      to: { have: { status: (expected: number) => equal(response.status, expected) } },
    },
  };
}
