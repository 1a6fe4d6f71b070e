/** Where an answer is written. */
interface Writing {
  status(code: number): unknown;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Writes an answer of the protocol's library at once: a tool says nothing before its result, also where that is a stream of one event. */
export async function sendAnswer(answer: Response, response: Writing): Promise<void> {
  const body = await answer.text();
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  // Money is told here: no cache keeps it.
  response.setHeader('Cache-Control', 'no-store');
  response.end(body);
}
