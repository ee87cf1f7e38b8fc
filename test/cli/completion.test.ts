import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { completionScripts } from "../../source/cli/completion.js";
import { commandTable, flagTable } from "../../source/cli/table.js";

describe("completion scripts", () => {
  it.each(Object.entries(completionScripts))("of %s have every command and every flag", (_shell, script) => {
    const words = new Set(script().match(/[\w-]+/g));
    for (const { name } of commandTable) {
      expect(words).toContain(name);
    }
    for (const { name } of flagTable) {
      expect(words.has(name) || words.has(`--${name}`)).toBe(true);
    }
  });

  it("complete commands, flags and the values of a flag in a real bash", async () => {
    const complete = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const { stdout } = await execa("bash", [
        "--norc",
        "-c",
        `${completionScripts.bash?.()}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _copperhead; echo "\${COMPREPLY[*]}"`,
      ]);
      return stdout;
    };
    expect(await complete("copperhead", "se")).toBe("sessions");
    expect(await complete("copperhead", "--on")).toBe("--on-failure --online");
    expect(await complete("copperhead", "--approval", "")).toBe("never on-request");
    expect(await complete("copperhead", "completion", "z")).toBe("zsh");
  });
});
