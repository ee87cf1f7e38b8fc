/** Links that a terminal can open (OSC 8), if the address is harmless and the terminal supports them. */

/** Printable ASCII only: it cannot end the sequence, nor look like another address. */
const harmless = /^https?:\/\/[\x21-\x7e]{1,2000}$/;

let isOn = true;

/** Turns links off: the addresses stay as text. */
export function withoutLinks(): void {
  isOn = false;
}

/** Whether the terminal supports OSC 8; others would print it. */
export function supportsLinks(env: NodeJS.ProcessEnv): boolean {
  const term = env.TERM ?? "";
  return !(/^(dumb|linux|vt|cons|rxvt|eterm)/.test(term) || (term.startsWith("screen") && !env.TMUX));
}

/** The text as a link to the address; plain if the address is not harmless. */
export function link(text: string, address: string): string {
  return isOn && harmless.test(address) ? `\x1b]8;;${address}\x07${text}\x1b]8;;\x07` : text;
}
