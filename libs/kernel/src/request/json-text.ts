/** JSON that PostgreSQL has written already: it goes out as it is, without being parsed and written again. */
export class JsonText {
  constructor(readonly text: string) {}
}
