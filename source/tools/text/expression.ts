/** A model's regular expressions. RE2 is linear in the length of the text, whatever the expression. */
import { RE2JS, RE2JSException } from "re2js";
import { CopperheadError, exitCodes } from "../../base/failure.js";

/** Finds where the first match in a line begins; undefined where there is none. */
export type LineMatcher = (line: string) => number | undefined;

/** Throws `pattern-refused` for what is no RE2 expression. */
export function compileExpression(pattern: string): LineMatcher {
  const compiled = compile(pattern);
  return (line) => {
    if (!compiled.test(line)) {
      return undefined;
    }
    const matcher = compiled.matcher(line);
    return matcher.find() ? matcher.start() : 0;
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) {
      const message = `The expression cannot be used: ${error.message}. It is RE2: no look-around, no back-references.`;
      throw new CopperheadError({ code: "pattern-refused", message, exitCode: exitCodes.failed });
    }
    throw error;
  }
}
