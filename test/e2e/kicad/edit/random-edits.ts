/** Edits drawn at random, the same for the same seed. */
import { addPart } from "../../../../source/kicad/edit/add-part.js";
import { connect } from "../../../../source/kicad/edit/connect.js";
import { disconnect } from "../../../../source/kicad/edit/disconnect.js";
import type { Design, Edit } from "../../../../source/kicad/edit/edit.js";
import { removePart } from "../../../../source/kicad/edit/remove-part.js";
import { renameNet } from "../../../../source/kicad/edit/rename-net.js";
import { setFields } from "../../../../source/kicad/edit/set-fields.js";

/** Numbers below a bound, one after the other. */
export function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * bound);
  };
}

export type Drawn = { what: string; make: () => Edit };

/** One edit of a design, of parts and nets that it has. `symbols` are ids that can be added. */
export function drawEdit(design: Design, draw: (bound: number) => number, symbols: readonly string[]): Drawn {
  const { components, nets } = design.netlist;
  const any = <Item>(items: readonly Item[]) => items[draw(items.length)] as Item;
  const pinOf = (net: (typeof nets)[number]) => {
    const { reference, pin } = any(net.pins);
    return `${reference}.${pin}`;
  };
  const [ref, pin, net] = [any(components).reference, pinOf(any(nets)), any(nets).name];
  const name = `NEW_${draw(1000)}`;
  switch (draw(6)) {
    case 0:
      return {
        what: `set the fields of ${ref}`,
        make: () => setFields(design, { ref, fields: { Value: name, MPN: "x" } }),
      };
    case 1: {
      const free = nets.filter(({ pins }) => pins.length === 1);
      const from = free.length > 0 ? pinOf(any(free)) : pin;
      return { what: `connect ${from} to ${net}`, make: () => connect(design, { pins: [from], net }) };
    }
    case 2:
      return { what: `disconnect ${pin}`, make: () => disconnect(design, { pins: [pin] }) };
    case 3:
      return { what: `rename ${net} to ${name}`, make: () => renameNet(design, { from: net, to: name }) };
    case 4:
      return { what: `remove ${ref}`, make: () => removePart(design, { ref }) };
    default: {
      const symbol = any(symbols);
      const wanted = { symbol, near: ref, connect: { 1: net, 2: name } };
      return { what: `add ${symbol} near ${ref} on ${net}`, make: () => addPart(design, wanted) };
    }
  }
}
