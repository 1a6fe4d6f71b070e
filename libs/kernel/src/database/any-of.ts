/** Whether one of them comes to be true; known as soon as one does. */
export function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const hopes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject(new Error('no')))));
  return Promise.any(hopes).catch(() => false);
}
