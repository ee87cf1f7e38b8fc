/** In the place of the session until it is open: messages wait in it. */
import { PassiveSession } from "./passive-session.js";

export class StartingSession extends PassiveSession {
  constructor() {
    super({ phase: "starting", mode: "reasoning", sessionId: "", model: "" });
  }

  override submit(text: string): void {
    this.set({ queued: [...this.snapshot().queued, text] });
  }

  override takeBack(): string | undefined {
    const { queued } = this.snapshot();
    this.set({ queued: queued.slice(0, -1) });
    return queued.at(-1);
  }
}
