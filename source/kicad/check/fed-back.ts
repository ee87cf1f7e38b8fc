/** Which warnings that a turn made the model gets to know of. Pure. */
import type { Finding } from "./findings.js";
import { isAboutNets } from "./net-findings.js";

/** A library that is not configured is the machine's affair; a footprint that its library does not have is the turn's. */
const absentFootprint = /^Footprint .* not found in library/;

/** Warnings about labels and nets, about footprints that are absent, and of copperhead's own rules. */
export function isFedBack({ severity, type, group, description }: Finding): boolean {
  return (
    severity === "warning" &&
    (isAboutNets(type) ||
      group === "integrity" ||
      (type === "footprint_link_issues" && absentFootprint.test(description)))
  );
}
