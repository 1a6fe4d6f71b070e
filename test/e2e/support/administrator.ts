import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';

/** Connection to test/run/administrator.process.mjs, which global-setup.mjs starts. Requests run one at a time. */
export interface Administrator {
  /** @throws Error with the message of the failed request */
  ask<Answer>(request: object): Promise<Answer>;
  stop(): void;
}

export function connectAdministrator(): Administrator {
  const socket = createConnection(process.env.CENTAVO_TEST_ADMINISTRATOR!);
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  let lastRequest: Promise<unknown> = Promise.resolve();
  const send = async <Answer>(request: object): Promise<Answer> => {
    socket.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('the administrator process ended');
    const answer = JSON.parse(value) as Answer & { error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    ask: <Answer>(request: object) => {
      const next = lastRequest.then(() => send<Answer>(request));
      lastRequest = next.catch(() => undefined);
      return next;
    },
    stop: () => socket.end(),
  };
}
