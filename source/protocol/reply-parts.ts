/** The parts of a reply so far: prose, calls, refusals, and the cut. */
import type { Fence } from "./line-syntax.js";
import type { Call, Refusal } from "./messages.js";
import type { ProseBuffer } from "./prose-buffer.js";
import type { Position } from "./reply-lines.js";

export class ReplyParts {
  readonly calls: Call[] = [];
  readonly refusals: Refusal[] = [];
  /** Where the reply was cut, and how many markers and calls follow from there on. */
  cut: (Position & { blocks: number; calls: number }) | undefined;
  /** Whether the reply contains a tag that other harnesses put around calls. */
  hasTag = false;

  readonly #prose: ProseBuffer;
  /** The open fenced block; its lines are held back until it contains a call or closes without one. */
  #fence: { opener: Fence; held: string[] | undefined } | undefined;

  constructor(prose: ProseBuffer) {
    this.#prose = prose;
  }

  /** Whether a line of prose would neither be discarded nor held back. */
  get acceptsProse(): boolean {
    return !this.cut && !this.#fence;
  }

  addProse(line: string): void {
    if (this.cut) {
      return;
    }
    if (this.#fence?.held) {
      this.#fence.held.push(line);
    } else {
      this.#prose.add(line);
    }
  }

  addCall(call: Call): void {
    this.#countCall();
    if (!this.cut) {
      this.calls.push(call);
    }
  }

  addRefusal(refusal: Refusal): void {
    this.#countCall();
    if (!this.cut) {
      this.refusals.push(refusal);
    }
  }

  addTag(): void {
    this.hasTag ||= !this.cut;
  }

  /** Adds a line that opens or closes a fenced block, or is inside one. */
  addFence(line: string, fence: Fence): void {
    if (this.closeFence(line, fence)) {
      return;
    }
    if (this.#fence?.held) {
      this.#fence.held.push(line);
    } else {
      this.#fence = { opener: fence, held: [line] };
    }
  }

  /** Closes the open block if the line does so; returns whether it does. */
  closeFence(line: string, fence: Fence): boolean {
    if (!this.#fence) {
      return false;
    }
    const { opener, held } = this.#fence;
    // Around calls, any bare fence closes: models lose count of the signs.
    const isMatch = !held || (fence.char === opener.char && fence.length >= opener.length);
    if (fence.info !== "" || !isMatch) {
      return false;
    }
    held?.push(line);
    this.endFence();
    return true;
  }

  /** Ends the open block; without a call, it is prose. */
  endFence(): void {
    const held = this.#fence?.held ?? [];
    this.#fence = undefined;
    for (const line of held) {
      this.addProse(line);
    }
  }

  /** Adds a marker that only copperhead may write: the first one ends what is kept. */
  addMarker(position: Position): void {
    if (this.cut) {
      this.cut.blocks++;
      return;
    }
    const [, ...inside] = this.#fence?.held ?? [];
    if (inside.every((line) => line.trim() === "")) {
      this.#fence = undefined;
    }
    this.endFence();
    this.cut = { ...position, blocks: 1, calls: 0 };
  }

  /** Counts a call behind the cut; the fence around a call is no prose. */
  #countCall(): void {
    if (this.cut) {
      this.cut.calls++;
    }
    const [, ...inside] = this.#fence?.held ?? [];
    if (this.#fence) {
      this.#fence.held = undefined;
    }
    for (const line of inside) {
      this.addProse(line);
    }
  }
}
