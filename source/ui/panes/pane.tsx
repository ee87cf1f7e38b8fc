import { Box, Text } from "ink";
import { theme } from "../rows/theme.js";

/** Rows that are styled and no wider than their place. */
export function Rows({ rows }: { rows: readonly string[] }) {
  return rows.length === 0 ? null : <Text>{rows.map((row) => row || " ").join("\n")}</Text>;
}

type PaneProps = {
  title: string;
  /** Shown beside the title. */
  note?: string;
  rows: readonly string[];
  /** Rows that it has, with the title; 0 is no pane. */
  height: number;
};

/** A titled part of the live region: the last of its rows. */
export function Pane({ title, note, rows, height }: PaneProps) {
  return height === 0 ? null : (
    <Box flexDirection="column">
      <Text wrap="truncate-end">{`${theme.strong(title)}${note ? theme.muted(` ${note}`) : ""}`}</Text>
      <Rows rows={rows.slice(Math.max(0, rows.length - height + 1))} />
    </Box>
  );
}
