import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { netFinder, rejoinByNet } from "../../../source/kicad/check/net-findings.js";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { makeFinding, pinItem } from "./finding.js";

describe("the net of a pin that a finding names", () => {
  const netlist = {
    components: [],
    nets: [{ name: "VCC", pins: [{ reference: "U1", pin: "8", name: "V+" }] }],
  };
  const schematic = `(symbol (lib_id "power:GND") (property "Value" "GND") (pin "1" (uuid "p1")))
    (symbol (lib_id "power:+5V") (property "Value" "+5V") (pin "1" (uuid "p2")))`;
  const netOf = netFinder(netlist, ["(kicad_sch)", schematic]);

  it("comes from the netlist for a part, from its value for a power symbol", () => {
    expect(netOf(pinItem("U1", "8", "x"))).toBe("VCC");
    expect(netOf(pinItem("#PWR01", "1", "p1"))).toBe("GND");
    expect(netOf(pinItem("#PWR02", "1", "p2"))).toBe("+5V");
  });

  it("is unknown where the pin is gone", () => {
    expect(netOf(pinItem("U9", "8", "x"))).toBeUndefined();
    expect(netOf(pinItem("#PWR03", "1", "p3"))).toBeUndefined();
    expect(netOf({ uuid: "p1", description: "Horizontal Wire", position: { x: 0, y: 0 } })).toBeUndefined();
  });
});

describe("findings about a net", () => {
  let root: string;
  beforeEach(async () => {
    root = temporaryFolder();
    const nets = `(net (name "VCC") (node (ref "U1") (pin "8")) (node (ref "U2") (pin "4"))) (net (name "V2") (node (ref "U3") (pin "1")))`;
    const script = `while [ "$1" != -o ]; do shift; done; printf '%s' '(export (components) (nets ${nets}))' > "$2"`;
    await writeFile(join(root, "fake-cli"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await writeFile(
      join(root, "a.kicad_sch"),
      '(symbol (lib_id "p:G") (property "Value" "GND") (pin "1" (uuid "g1")))',
    );
    await writeFile(
      join(root, "b.kicad_sch"),
      '(symbol (lib_id "p:G") (property "Value" "GND") (pin "1" (uuid "g2")))',
    );
  });

  const about = (reference: string, pin: string, uuid: string, type = "power_pin_not_driven") =>
    makeFinding({ type, items: [pinItem(reference, pin, uuid)] });

  async function rejoined(
    fixed: ReturnType<typeof about>,
    added: ReturnType<typeof about>,
    files = ["a.kicad_sch"],
  ) {
    const cli = new KicadCli(join(root, "fake-cli"), process.env);
    const comparison = { added: [added], fixed: [fixed], known: [], muted: [] };
    const { known } = await rejoinByNet(comparison, cli, { root, schematic: "a.kicad_sch", files }, {});
    return known.length === 1;
  }

  it("are the same where KiCad names another pin of the net", async () => {
    expect(await rejoined(about("U1", "8", "x"), about("U2", "4", "y"))).toBe(true);
    expect(await rejoined(about("U1", "8", "x"), about("U3", "1", "y"))).toBe(false);
  });

  it("are the same where it names another power symbol, on another sheet too", async () => {
    await writeFile(
      join(root, "a.kicad_sch"),
      `(property "Sheetfile" "b.kicad_sch") (symbol (lib_id "p:G") (property "Value" "GND") (pin "1" (uuid "g1")))`,
    );
    const files = ["a.kicad_sch", "b.kicad_sch"];
    expect(await rejoined(about("#PWR01", "1", "g1"), about("#PWR02", "1", "g2"), files)).toBe(true);
    expect(await rejoined(about("#PWR01", "1", "gone"), about("#PWR02", "1", "g2"), files)).toBe(false);
  });

  it("of other rules stay what they are", async () => {
    expect(
      await rejoined(about("U1", "8", "x", "pin_not_connected"), about("U2", "4", "y", "pin_not_connected")),
    ).toBe(false);
  });
});
