/** What has been found in a reply so far: prose, calls, refusals, and where it was cut. */
import type { KeptText } from "./kept-text.js";
import type { Call, Refusal } from "./messages.js";
import { closesFence, type Fence } from "./reply-lines.js";

/** A position in the reply: index of the line, index of the character on it. */
export type Place = { line: number; column: number };

export class ReplyParts {
  readonly calls: Call[] = [];
  readonly refusals: Refusal[] = [];
  /** Where the reply was cut, and how many markers and calls stand from there on. */
  cut: (Place & { blocks: number; calls: number }) | undefined;
  /** Whether the reply held a tag of another harness's way to call. */
  tagged = false;

  readonly #kept: KeptText;
  /** The fenced block that is open; its lines are held until it holds a call or closes without one. */
  #fence: { opener: Fence; held: string[] | undefined } | undefined;

  constructor(kept: KeptText) {
    this.#kept = kept;
  }

  /** Whether a line of prose would be shown at once. */
  get showsProse(): boolean {
    return !this.cut && !this.#fence;
  }

  addProse(line: string): void {
    if (this.cut) {
      return;
    }
    if (this.#fence?.held) {
      this.#fence.held.push(line);
    } else {
      this.#kept.add(line);
    }
  }

  addCall(call: Call): void {
    this.#noteCall();
    if (!this.cut) {
      this.calls.push(call);
    }
  }

  addRefusal(refusal: Refusal): void {
    this.#noteCall();
    if (!this.cut) {
      this.refusals.push(refusal);
    }
  }

  addTag(): void {
    if (!this.cut) {
      this.tagged = true;
    }
  }

  /** Adds a line that opens or closes a fenced block, or stands inside one. */
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

  /** Closes the open block, if there is one that the line closes. */
  closeFence(line: string, fence: Fence): boolean {
    if (!this.#fence) {
      return false;
    }
    const { opener, held } = this.#fence;
    // Around calls, any bare fence closes: models lose count of the signs.
    if (held ? !closesFence(fence, opener) : fence.info !== "") {
      return false;
    }
    held?.push(line);
    this.endFence();
    return true;
  }

  /** Ends the open block; where it held no call, it is prose. */
  endFence(): void {
    const held = this.#fence?.held ?? [];
    this.#fence = undefined;
    for (const line of held) {
      this.addProse(line);
    }
  }

  /** Adds a marker that only copperhead may write: the first one ends what is kept. */
  addMarker(place: Place): void {
    if (this.cut) {
      this.cut.blocks++;
      return;
    }
    const [, ...inside] = this.#fence?.held ?? [];
    if (inside.every((line) => line.trim() === "")) {
      this.#fence = undefined;
    }
    this.endFence();
    this.cut = { ...place, blocks: 1, calls: 0 };
  }

  /** The fence around a call is no prose. */
  #noteCall(): void {
    if (this.cut) {
      this.cut.calls++;
    }
    const held = this.#fence?.held;
    if (!this.#fence || !held) {
      return;
    }
    this.#fence.held = undefined;
    for (const line of held.slice(1)) {
      this.addProse(line);
    }
  }
}
