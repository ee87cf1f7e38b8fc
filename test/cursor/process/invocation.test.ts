import { describe, expect, it } from "vitest";
import { cursorEnvironment } from "../../../source/cursor/process/environment.js";
import { nativeArguments, reasoningArguments } from "../../../source/cursor/process/invocation.js";

describe("reasoningArguments", () => {
  it("asks for a mode that may not act, in a sandbox, in the workspace", () => {
    expect(reasoningArguments({ workspace: "/w s" }).join(" ")).toBe(
      "-p --output-format stream-json --stream-partial-output --mode plan --sandbox enabled --trust --workspace /w s",
    );
  });

  it("names a model and a chat only where there is one, never a bare flag", () => {
    const args = reasoningArguments({ workspace: "/w", model: "gpt-6.1-high", resume: "abc" });
    expect(args.slice(-4)).toEqual(["--model", "gpt-6.1-high", "--resume", "abc"]);
    const empty = reasoningArguments({ workspace: "/w", model: "", resume: "" });
    expect(empty).not.toContain("--model");
    expect(empty).not.toContain("--resume");
  });
});

describe("a model that the CLI would read as an option", () => {
  it.each(["--endpoint=https://example.com", "-f", "a b", "x\ny"])("is refused: %s", (model) => {
    const options = { workspace: "/w", model };
    expect(() => reasoningArguments(options)).toThrow("is no model");
    expect(() => nativeArguments({ ...options, approval: "never", trust: true })).toThrow("is no model");
  });
});

describe("nativeArguments", () => {
  it("forces only where the user approves everything, and restricts nothing", () => {
    const ask = nativeArguments({ workspace: "/repo", approval: "on-request", trust: true });
    expect(ask).toContain("--trust");
    expect(ask).not.toContain("--force");
    const never = nativeArguments({ workspace: "/repo", approval: "never", trust: true });
    expect(never).toContain("--force");
    expect(never).not.toContain("--trust");
    for (const flag of ["--mode", "--sandbox"]) {
      expect([...ask, ...never]).not.toContain(flag);
    }
    const untrusted = nativeArguments({ workspace: "/repo", approval: "on-request", trust: false });
    expect(untrusted).not.toContain("--trust");
  });
});

describe("cursorEnvironment", () => {
  const keys = [
    "ANTHROPIC_API_KEY OPENAI_API_KEY CURSOR_API_KEY GITHUB_TOKEN GH_TOKEN AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN",
    "AZURE_OPENAI_API_KEY GOOGLE_API_KEY GEMINI_API_KEY MISTRAL_API_KEY GROQ_API_KEY XAI_API_KEY DEEPSEEK_API_KEY",
    "OPENROUTER_API_KEY COHERE_API_KEY HF_TOKEN NPM_TOKEN SLACK_TOKEN STRIPE_SECRET_KEY SSH_AUTH_SOCK NODE_OPTIONS",
    "COPPERHEAD_MODEL CI LD_PRELOAD MY_XDG_THING XDG LC",
  ].flatMap((line) => line.split(" "));
  const allowed = [
    "PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_TIME TERM TZ TMPDIR TEMP TMP XDG_STATE_HOME XDG_RUNTIME_DIR",
    "CURSOR_CONFIG_DIR CURSOR_DATA_DIR AGENT_CLI_CREDENTIAL_STORE NO_OPEN_BROWSER HTTP_PROXY HTTPS_PROXY NO_PROXY",
    "http_proxy https_proxy no_proxy NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR",
  ].flatMap((line) => line.split(" "));
  const set = (names: string[]) => Object.fromEntries(names.map((name) => [name, `value of ${name}`]));

  it("passes what is on the list and no key of anybody", () => {
    expect(cursorEnvironment(set([...keys, ...allowed]), "linux")).toEqual(set(allowed));
  });

  it("passes what Windows needs on Windows, whatever its case", () => {
    const windows = ["Path", "userprofile", "SYSTEMROOT", "ComSpec", "PATHEXT", "AppData"];
    expect(cursorEnvironment(set([...windows, ...keys]), "win32")).toEqual(set(windows));
    expect(cursorEnvironment(set(["USERPROFILE", "Path"]), "linux")).toEqual({});
  });
});
