import { Box, Text } from "ink";
import TextInput from "ink-text-input";
import stringWidth from "string-width";
import type { Editor } from "../prompt/editor.js";
import { graphemeAfter } from "../prompt/graphemes.js";
import { theme } from "../rows/theme.js";
import { safeLine } from "../rows/wrap.js";
import { promptSign } from "./prompt-rows.js";

/**
 * One line to write in. Where it is longer than its row, the row shows the part around the caret. The input only draws:
 * it would compute from its last render, and lose keys; they change the text outside React instead.
 */
export function Field({ field: { text, caret }, width }: { field: Editor; width: number }) {
  const after = graphemeAfter(text, caret);
  const before = safeLine(text.slice(0, caret));
  const value =
    before + theme.selected(safeLine(text.slice(caret, after)) || " ") + safeLine(text.slice(after));
  const room = width - promptSign.length;
  const columns = stringWidth(safeLine(text)) + 1; // with the caret behind it
  const hidden = Math.max(0, Math.min(stringWidth(before) - Math.floor(room / 2), columns - room));
  return (
    <Box height={1} width={width}>
      <Box flexShrink={0}>
        <Text>{theme.accent(promptSign)}</Text>
      </Box>
      <Box width={room} overflow="hidden">
        <Box width={columns} flexShrink={0} marginLeft={-hidden}>
          <TextInput value={value} onChange={unchanged} focus={false} />
        </Box>
      </Box>
    </Box>
  );
}

const unchanged = () => {};
