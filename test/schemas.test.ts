import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { runtimeEventBody } from "../source/base/events.js";
import { stampEvent } from "../source/base/stamp.js";
import { failedResult } from "../source/print/print.js";
import { jsonSchemas, type SchemaName } from "../source/schemas.js";

const published = new URL("../dist/schemas/", import.meta.url);

/** What a program of somebody else's would judge by: the published file. */
async function judge(name: SchemaName, value: unknown): Promise<boolean> {
  const schema = JSON.parse(await readFile(new URL(`${name}.json`, published), "utf8"));
  return z.fromJSONSchema(schema).safeParse(value).success;
}

describe("the published schemas", () => {
  it("are those of the source, one file each", async () => {
    const files = (await readdir(published)).toSorted();
    expect(files).toEqual(
      [
        "check",
        "config",
        "diff",
        "doctor",
        "events",
        "explain",
        "export",
        "models",
        "result",
        "sessions",
      ].map((name) => `${name}.json`),
    );
    for (const [name, schema] of Object.entries(jsonSchemas())) {
      expect(JSON.parse(await readFile(new URL(`${name}.json`, published), "utf8"))).toEqual(schema);
    }
  });

  it("describe every type of event", async () => {
    const { oneOf } = jsonSchemas().events as { oneOf: { properties: { type: { const: string } } }[] };
    const types = oneOf.map(({ properties }) => properties.type.const).toSorted();
    const known = runtimeEventBody.options.map(({ shape }) => shape.type.value as string).toSorted();
    expect(types).toEqual(known);
    const event = stampEvent(
      { type: "turn.completed", status: "completed", exitCode: 0 },
      { sessionId: "s" },
    );
    expect(await judge("events", event)).toBe(true);
    expect(await judge("events", { ...event, status: "perhaps" })).toBe(false);
  });

  it("let a later version print more, but never less", async () => {
    const failure = { code: "usage", message: "No.", exitCode: 2 } as const;
    const result = failedResult(failure);
    expect(await judge("result", result)).toBe(true);
    expect(await judge("result", { ...result, later: true })).toBe(true);
    const { status: _, ...less } = result;
    expect(await judge("result", less)).toBe(false);
  });

  it("refuse a misspelt setting", async () => {
    expect(await judge("config", { maxSteps: 3, tripwire: "actions" })).toBe(true);
    expect(await judge("config", { maxStep: 3 })).toBe(false);
    expect(await judge("config", { tripwire: "off" })).toBe(false);
  });
});
