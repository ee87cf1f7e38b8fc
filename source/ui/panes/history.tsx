import { Static, Text } from "ink";
import { memo } from "react";
import { renderItem } from "../rows/render-item.js";
import type { Item } from "../view/view.js";

type HistoryProps = {
  items: readonly Item[];
  width: number;
  /** Keeps the rows of an item, and returns the line that stands for them. */
  keep: (rows: readonly string[]) => string;
};

/** No narrow terminal may break the lines that stand for the rows. */
const place = { width: 30 };

/** What is over, in the terminal's scrollback. Memoised: re-rendered by its parent it would be drawn every frame. */
export const History = memo(function History({ items, width, keep }: HistoryProps) {
  return (
    <Static items={items as Item[]} style={place}>
      {(item, index) => {
        const rows = renderItem(item, items[index - 1], width, "brief");
        return rows.length > 0 && <Text key={index}>{keep(rows)}</Text>;
      }}
    </Static>
  );
});
