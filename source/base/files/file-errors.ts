/** The code of a system error, such as `ENOENT`; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** For a promise's `catch`: `value` where no such file exists. Throws any other error again. */
export function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) {
      return value;
    }
    throw error;
  };
}
