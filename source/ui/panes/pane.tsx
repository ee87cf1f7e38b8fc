import { Box, Text } from "ink";
import { theme } from "../rows/theme.js";

/** Rows that are styled and no wider than their place. */
export function Rows({ rows }: { rows: readonly string[] }) {
  return rows.length === 0 ? null : <Text>{rows.map((row) => row || " ").join("\n")}</Text>;
}

export type PaneProps = {
  title: string;
  /** Shown beside the title. */
  note?: string;
  rows: readonly string[];
};

/** A titled part of the live region. */
export function Pane({ title, note, rows }: PaneProps) {
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end">{`${theme.strong(title)}${note ? theme.muted(` ${note}`) : ""}`}</Text>
      <Rows rows={rows} />
    </Box>
  );
}
