/** Resolves to true as soon as one promise resolves to true, and to false if all of them resolve to false or reject. */
export function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const hopes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject(new Error('no')))));
  return Promise.any(hopes).catch(() => false);
}
