import type { Finding } from "../../../source/kicad/check/findings.js";

/** A finding for tests; what is not given is the same in all of them. */
export function makeFinding(part: Partial<Finding> & { uuids?: string[] } = {}): Finding {
  const { uuids = ["a"], ...rest } = part;
  return {
    group: "violation",
    type: "clearance",
    severity: "error",
    description: "Clearance violation",
    items: uuids.map((uuid) => ({ uuid, description: `Track ${uuid}`, position: { x: 1, y: 2 } })),
    ...rest,
  };
}

/** An item that names a pin. */
export function pinItem(reference: string, pin: string, uuid: string, x = 1) {
  return {
    uuid,
    description: `Symbol ${reference} Pin ${pin} [V+, Power input, Line]`,
    position: { x, y: 2 },
  };
}
