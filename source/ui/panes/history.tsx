import { Static } from "ink";
import { memo } from "react";
import { renderItem } from "../rows/render-item.js";
import type { Item } from "../view/view.js";
import { Rows } from "./pane.js";

/** What is over, in the terminal's scrollback. Memoised: re-rendered by its parent it would be drawn every frame. */
export const History = memo(function History({ items, width }: { items: readonly Item[]; width: number }) {
  return (
    <Static items={items as Item[]}>
      {(item, index) => <Rows key={index} rows={renderItem(item, items[index - 1], width, "brief")} />}
    </Static>
  );
});
