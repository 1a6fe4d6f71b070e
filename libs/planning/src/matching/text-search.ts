interface State {
  readonly next: Map<string, State>;
  /** State of the longest proper suffix of this state that is a prefix of a text. */
  suffix: State | undefined;
  text: string | undefined;
  /** Nearest suffix in which a text ends. */
  shorter: State | undefined;
}

/**
 * Finds all texts that a description contains in one pass (Aho and Corasick, "Efficient string matching", 1975). The
 * cost of testing each text would grow with the product of both lengths.
 */
export class TextSearch {
  private readonly root = newState();

  constructor(texts: Iterable<string>) {
    for (const text of texts) this.add(text);
    this.linkSuffixes();
  }

  foundIn(description: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (this.root.text !== undefined) found.add(this.root.text);
    let state = this.root;
    for (let at = 0; at < description.length; at += 1) {
      state = this.after(state, description[at]!);
      // If a text is already known, so are the shorter texts in it.
      for (let end = endOf(state); end?.text !== undefined && !found.has(end.text); end = end.shorter) {
        found.add(end.text);
      }
    }
    return found;
  }

  private add(text: string): void {
    let state = this.root;
    for (let at = 0; at < text.length; at += 1) {
      const next = state.next.get(text[at]!) ?? newState();
      state.next.set(text[at]!, next);
      state = next;
    }
    state.text = text;
  }

  /** Links shorter prefixes first, because longer ones depend on their suffixes. */
  private linkSuffixes(): void {
    const states = [this.root];
    for (const state of states) {
      for (const [letter, next] of state.next) {
        next.suffix = state.suffix === undefined ? this.root : this.after(state.suffix, letter);
        next.shorter = endOf(next.suffix);
        states.push(next);
      }
    }
  }

  private after(state: State, letter: string): State {
    let from: State | undefined = state;
    while (from !== undefined) {
      const next = from.next.get(letter);
      if (next !== undefined) return next;
      from = from.suffix;
    }
    return this.root;
  }
}

function newState(): State {
  return { next: new Map(), suffix: undefined, text: undefined, shorter: undefined };
}

function endOf(state: State): State | undefined {
  return state.text === undefined ? state.shorter : state;
}
