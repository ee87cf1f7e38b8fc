import { describe, expect, it } from "vitest";
import { SymbolScan } from "../../../../source/kicad/design/libraries/scan.js";
import { alikeIds, searchable, searchItems } from "../../../../source/kicad/design/libraries/search.js";

const item = (id: string, description = "", keywords = "") => {
  const [library = "", name = ""] = id.split(":");
  return searchable(library, { name, description, keywords, pins: 2 });
};

const items = [
  item("Device:C", "Unpolarized capacitor", "cap capacitor"),
  item("Device:C_Polarized", "Polarized capacitor", "cap capacitor"),
  item("Device:R", "Resistor", "R res resistor"),
  item("Power:CAP200", "Discharger for capacitors"),
  item("Resistor_SMD:R_0603", "Resistor SMD 0603", "resistor"),
];

describe("a search by words", () => {
  const ids = (query: string, limit = 10, from = 0) =>
    searchItems(items, query, limit, from).items.map(({ id }) => id);

  it("finds what has all of them, the plainest name first", () => {
    expect(ids("capacitor")).toEqual(["Device:C", "Device:C_Polarized", "Power:CAP200"]);
    expect(ids("polarized capacitor")[0]).toBe("Device:C_Polarized");
    expect(ids("0603 resistor")).toEqual(["Resistor_SMD:R_0603"]);
    expect(ids("Device:R")[0]).toBe("Device:R");
  });

  it("finds what has most of them where nothing has all, and reports so", () => {
    const found = searchItems(items, "zigzag resistor", 10);
    expect(found.items.map(({ id }) => id)).toEqual(["Resistor_SMD:R_0603", "Device:R"]);
    expect(found.hasAllWords).toBe(false);
  });

  it("goes on page by page, and counts what is left", () => {
    expect(searchItems(items, "capacitor", 2)).toMatchObject({ more: 1, hasAllWords: true });
    expect(ids("capacitor", 2, 2)).toEqual(["Power:CAP200"]);
  });

  it("finds nothing for no words or unknown ones", () => {
    expect(ids("  ")).toEqual([]);
    expect(ids("flux")).toEqual([]);
  });

  it("names the ids that are spelt most alike", () => {
    expect(alikeIds(items, "Device:C_Polarised", 1)).toEqual(["Device:C_Polarized"]);
    expect(alikeIds(items, "Resistor:R_0603", 1)).toEqual(["Resistor_SMD:R_0603"]);
  });
});

describe("a library that comes in pieces", () => {
  it("is read the same wherever they end", () => {
    const file = Buffer.from(
      '(kicad_symbol_lib\n\t(symbol "Ω"\n\t\t(property "Description" "Ωhm")\n\t\t(symbol "Ω_1_1"\n\t\t\t(pin (number "1")))))\n',
    );
    const scan = (size: number) => {
      const symbols = new SymbolScan();
      for (let at = 0; at < file.length; at += size) {
        symbols.push(file.subarray(at, at + size));
      }
      return symbols.end();
    };
    const whole = scan(file.length);
    expect(whole).toEqual([{ name: "Ω", description: "Ωhm", keywords: "", pins: 1 }]);
    for (let size = 1; size < 20; size += 1) {
      expect(scan(size)).toEqual(whole);
    }
  });
});
