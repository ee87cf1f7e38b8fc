/** Where the Unicode block of pictures for the control codes begins. */
const pictures = 0x2400;

/**
 * C0 without tab and line feed, DEL, C1; what turns the direction of text or breaks a line where none is seen; and
 * letters that are drawn as nothing, in which text can hide. Joiners and variation selectors stay: emoji are made with
 * them.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) {
    return String.fromCharCode(pictures + code);
  }
  if (code === 0x7f) {
    return "␡";
  }
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/**
 * Text from outside, safe to write to a terminal: control characters are shown (ESC as `␛`, U+009B as `<U+009B>`),
 * never sent. Tabs and line feeds stay. Nothing is lost, so that a person sees what the text really holds.
 */
export function visible(text: string): string {
  return text.replace(hidden, picture);
}
