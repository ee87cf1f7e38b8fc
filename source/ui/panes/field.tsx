import { Box, Text, useInput, useStdin } from "ink";
import TextInput from "ink-text-input";
import { useLayoutEffect, useState } from "react";
import stringWidth from "string-width";
import type { QuestionInput } from "../prompt/question-input.js";
import { theme } from "../rows/theme.js";
import { promptSign } from "./prompt-rows.js";

export type FieldProps = {
  value: string;
  width: number;
  onChange: (value: string) => void;
  onSubmit: (value: string) => void;
};

/** One line to write in. Where it is longer than its row, the row shows the part around the caret. */
export function Field({ value, width, onChange, onSubmit }: FieldProps) {
  // The input tells nobody where its caret is; what is typed goes before it, so only the arrows change this.
  const [afterCaret, setAfterCaret] = useState(0);
  useInput((_, { leftArrow, rightArrow }) => {
    const moved = afterCaret + Number(leftArrow) - Number(rightArrow);
    setAfterCaret(Math.max(0, Math.min(value.length, moved)));
  });
  const question = useStdin().stdin as unknown as QuestionInput;
  const isAtStart = afterCaret === value.length;
  useLayoutEffect(() => {
    question.isAtStart = isAtStart;
  }, [question, isAtStart]);
  const room = width - promptSign.length;
  const columns = stringWidth(value) + 1; // with the caret behind it
  const caret = stringWidth(value.slice(0, value.length - afterCaret));
  const hidden = Math.max(0, Math.min(caret - Math.floor(room / 2), columns - room));
  return (
    <Box height={1} width={width}>
      <Box flexShrink={0}>
        <Text>{theme.accent(promptSign)}</Text>
      </Box>
      <Box width={room} overflow="hidden">
        <Box width={columns} flexShrink={0} marginLeft={-hidden}>
          <TextInput value={value} onChange={onChange} onSubmit={onSubmit} />
        </Box>
      </Box>
    </Box>
  );
}
