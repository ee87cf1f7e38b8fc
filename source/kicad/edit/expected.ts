/** What a netlist has to be after an edit. Each returns a new one. */
import type { Component, Netlist } from "../cli/netlist.js";

export type PinName = { reference: string; pin: string };

/** The name of a net that is a single pin without a label. */
export function loneNet({ reference, pin }: PinName): string {
  return `unconnected-(${reference}-Pad${pin})`;
}

/** Puts pins on the net called `net`, which is made where there is none; on none where it is null. */
export function withPinsOn(netlist: Netlist, pins: readonly PinName[], net: string | null): Netlist {
  const moved = new Set(pins.map(keyOf));
  const left = netlist.nets
    .map(({ name, pins: all }) => ({ name, pins: all.filter((pin) => !moved.has(keyOf(pin))) }))
    .filter((one) => one.pins.length > 0 || one.name === net);
  const named = pins.map((pin) => ({ ...pin, name: "" }));
  if (net === null) {
    return { ...netlist, nets: [...left, ...named.map((pin) => ({ name: loneNet(pin), pins: [pin] }))] };
  }
  const known = left.some(({ name }) => name === net);
  return {
    ...netlist,
    nets: known
      ? left.map((one) => (one.name === net ? { ...one, pins: [...one.pins, ...named] } : one))
      : [...left, { name: net, pins: named }],
  };
}

/** Without these parts and their pins. */
export function withoutParts(netlist: Netlist, references: ReadonlySet<string>): Netlist {
  return {
    components: netlist.components.filter(({ reference }) => !references.has(reference)),
    nets: netlist.nets
      .map(({ name, pins }) => ({ name, pins: pins.filter(({ reference }) => !references.has(reference)) }))
      .filter(({ pins }) => pins.length > 0),
  };
}

/** With one more part, whose pins are on nets of their own. */
export function withPart(netlist: Netlist, part: Component, pins: readonly string[]): Netlist {
  const names = [...new Set(pins)].map((pin) => ({ reference: part.reference, pin }));
  return withPinsOn({ ...netlist, components: [...netlist.components, part] }, names, null);
}

/** With these parts as `change` makes them. */
export function withPartChanged(
  netlist: Netlist,
  references: ReadonlySet<string>,
  change: (part: Component) => Component,
): Netlist {
  const components = netlist.components.map((part) => (references.has(part.reference) ? change(part) : part));
  return { ...netlist, components };
}

export function withNetRenamed(netlist: Netlist, from: string, to: string): Netlist {
  return { ...netlist, nets: netlist.nets.map((net) => (net.name === from ? { ...net, name: to } : net)) };
}

/** The name of the net that a pin is on. */
export function netOf(
  netlist: Netlist,
  pin: PinName,
): { name: string; pins: readonly PinName[] } | undefined {
  const key = keyOf(pin);
  return netlist.nets.find(({ pins }) => pins.some((one) => keyOf(one) === key));
}

function keyOf({ reference, pin }: PinName): string {
  return `${reference}\n${pin}`;
}
