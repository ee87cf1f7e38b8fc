import { execa } from "execa";
import { describe, expect, it } from "vitest";
import which from "which";
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
        `${completionScripts.bash()}\ncopperhead() { printf "one-of-$2\\tother\\n"; }\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _copperhead; echo "\${COMPREPLY[*]}"`,
      ]);
      return stdout;
    };
    expect(await complete("copperhead", "undo", "one")).toBe("one-of-sessions");
    expect(await complete("copperhead", "--resume", "one")).toBe("one-of-sessions");
    expect(await complete("copperhead", "--model", "one")).toBe("one-of-models");
    expect(await complete("copperhead", "check", "--project", "one")).toBe("one-of-projects");
  });

  it("keep names with spaces whole, and take the text after a tab for a description", async () => {
    const complete = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const answer = "one two/a.kicad_pro\\tits title\\none more\\tother\\n";
      const { stdout } = await execa("bash", [
        "--norc",
        "-c",
        `${completionScripts.bash()}\ncopperhead() { printf '${answer}'; }\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _copperhead; printf '[%s]' "\${COMPREPLY[@]}"`,
      ]);
      return stdout;
    };
    expect(await complete("copperhead", "--project", "")).toBe("[one two/a.kicad_pro][one more]");
    expect(await complete("copperhead", "check", "one\\ two")).toBe("[one two/a.kicad_pro]");
    expect(await complete("copperhead", "check", '"one m')).toBe("[one more]");
    expect(await complete("copperhead", "--resume", "one m")).toBe("[one more]");
    expect(await complete("copperhead", "config", "")).toBe("[get][set][path]");
    expect(await complete("copperhead", "config", "set", "one m")).toBe("[one more]");
  });

  it.skipIf(which.sync("fish", { nothrow: true }) === null)("complete in a real fish", async () => {
    const complete = async (line: string) => {
      const script = `function copperhead; printf 'one two\\ttitle\\n'; end\n${completionScripts.fish()}\ncomplete -C '${line}'`;
      return (await execa("fish", ["--no-config", "-c", script])).stdout.split("\n");
    };
    expect(await complete("copperhead --resume ")).toEqual(["one two\ttitle"]);
    expect(await complete("copperhead config set ")).toEqual(["one two\ttitle"]);
    expect(await complete("copperhead config ")).toEqual(["get", "path", "set"]);
    expect((await complete("copperhead check --a")).map((row) => row.split("\t")[0])).toEqual(["--all"]);
    expect((await complete("copperhead --ap")).map((row) => row.split("\t")[0])).toEqual(["--approval"]);
    expect(await complete("copperhead --repo /nothing")).toEqual([""]);
  });

  it.skipIf(which.sync("zsh", { nothrow: true }) === null)("are read by a real zsh", async () => {
    const { stderr } = await execa("zsh", ["-f", "-c", `compdef() { : }\n${completionScripts.zsh()}`]);
    expect(stderr).toBe("");
  });
});
