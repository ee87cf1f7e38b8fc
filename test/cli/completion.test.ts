import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { completionScripts } from "../../source/cli/completion.js";
import { flagTable } from "../../source/cli/flag-table.js";
import { commandTable } from "../../source/cli/table.js";

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
        `${completionScripts.bash()}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _copperhead; echo "\${COMPREPLY[*]}"`,
      ]);
      return stdout;
    };
    expect(await complete("copperhead", "se")).toBe("sessions");
    expect(await complete("copperhead", "doctor", "--on")).toBe("--online");
    expect(await complete("copperhead", "do", "--on")).toBe("--on-failure");
    expect(await complete("copperhead", "--approval", "")).toBe("never on-request");
    expect(await complete("copperhead", "completion", "z")).toBe("zsh");
    expect(await complete("copperhead", "help", "exit")).toBe("exit-codes");
  });

  it("ask copperhead for the sessions, models and projects that there are", async () => {
    const complete = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const { stdout } = await execa("bash", [
        "--norc",
        "-c",
        `${completionScripts.bash()}\ncopperhead() { echo "one-of-$2 other"; }\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _copperhead; echo "\${COMPREPLY[*]}"`,
      ]);
      return stdout;
    };
    expect(await complete("copperhead", "undo", "one")).toBe("one-of-sessions");
    expect(await complete("copperhead", "--resume", "one")).toBe("one-of-sessions");
    expect(await complete("copperhead", "--model", "one")).toBe("one-of-models");
    expect(await complete("copperhead", "check", "--project", "one")).toBe("one-of-projects");
  });
});
