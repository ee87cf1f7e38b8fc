import { expect, it } from "vitest";
import { editorStart, pagerStart } from "../../../source/ui/terminal/foreign-program.js";

it.each(["linux", "darwin"])("starts the pager and the editor by sh on %s", (platform) => {
  expect(pagerStart({}, platform)).toEqual({ file: "/bin/sh", args: ["-c", "exec less", "copperhead"] });
  expect(pagerStart({ PAGER: "cat | less" }, platform).args[1]).toBe("cat | less");
  expect(editorStart("/tmp/a b.md", { EDITOR: "code --wait" }, platform)).toEqual({
    file: "/bin/sh",
    args: ["-c", 'exec code --wait "$0"', "/tmp/a b.md"],
  });
});

it("starts them by cmd on Windows, with what every Windows has", () => {
  expect(pagerStart({}, "win32")).toEqual({
    file: "cmd.exe",
    args: ["/d", "/s", "/c", '"more"'],
    windowsVerbatimArguments: true,
  });
  const file = "C:\\Users\\A B\\message.md";
  expect(editorStart(file, { ComSpec: "C:\\cmd.exe" }, "win32")).toMatchObject({
    file: "C:\\cmd.exe",
    args: ["/d", "/s", "/c", `"notepad "${file}""`],
  });
  expect(editorStart(file, { VISUAL: "code --wait" }, "win32").args[3]).toBe(`"code --wait "${file}""`);
});
