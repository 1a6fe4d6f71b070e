/** Resolves to true as soon as one of the promises does, else to false. */
export function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const hopes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject(new Error('no')))));
  return Promise.any(hopes).catch(() => false);
}
