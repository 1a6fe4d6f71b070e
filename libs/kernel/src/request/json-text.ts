/** Serialized JSON that is sent unchanged. */
export class JsonText {
  constructor(readonly text: string) {}
}

export function answerText(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
}
