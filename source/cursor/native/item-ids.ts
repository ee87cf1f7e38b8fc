/** Names of a turn's other items, which no call may have. */
const reserved = /^(?:(?:assistant|thinking|answer)(?::\d+)?|connection_\d+)$/;

/** Names the items of one turn. Every id is new; the same calls in the same order get the same ids. */
export class ItemIds {
  readonly #turnId: string;
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(turnId: string) {
    this.#turnId = turnId;
  }

  /** The answer, or what replaces it. */
  answer(): string {
    const number = this.#count("assistant");
    return `${this.#turnId}:assistant${number === 1 ? "" : `:${number}`}`;
  }

  thought(): string {
    return `${this.#turnId}:thinking:${this.#count("thinking")}`;
  }

  interruption(): string {
    return `${this.#turnId}:connection_${this.#count("connection")}`;
  }

  /** `callId` with each run of white space as `_`, and a number where that is taken. */
  call(callId: string): string {
    const base = callId.replace(/\s+/g, "_");
    let name = base;
    for (let number = 2; reserved.test(name) || this.#taken.has(name); number++) {
      name = `${base}_${number}`;
    }
    this.#taken.add(name);
    return `${this.#turnId}:${name}`;
  }

  #count(kind: string): number {
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    return number;
  }
}
