/** JSON that is written already: it goes out as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** The body of an answer, as it is sent. */
export function answerText(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}
