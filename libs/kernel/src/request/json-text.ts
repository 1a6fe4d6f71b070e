/** JSON that is written already: it goes out as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
