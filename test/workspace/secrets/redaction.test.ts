import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, Redactor } from "../../../source/workspace/secrets/redaction.js";
import { credentials, lookAlikes, samples } from "./secret-samples.js";

const plain = new Redactor({});

describe("secrets by their look", () => {
  it.each(samples)("%s", (_kind, secret) => {
    for (const text of [secret, `(${secret})`, `use "${secret}", please`, `a\n${secret}\nb`, `X=${secret}`]) {
      const redacted = plain.text(text);
      expect(redacted).toContain("[redacted]");
      expect(redacted).not.toContain(secret.slice(-12));
    }
  });

  it.each([
    ["OPENAI_API_KEY=abc123def", "OPENAI_API_KEY=[redacted]"],
    ["export MY_DB_KEY='abc123def456'", "export MY_DB_KEY='[redacted]'"],
    ['{"clientSecret": "s3cr3t-value"}', '{"clientSecret": "[redacted]"}'],
    ['{\\"api_key\\": \\"abcd1234efgh\\"}', '{\\"api_key\\": \\"[redacted]\\"}'],
    ["password: hunter2hunter2", "password: [redacted]"],
    ["Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [redacted]"],
    ["authorization: Bearer abcdefgh12345678.ijkl", "authorization: Bearer [redacted]"],
    ["curl -H 'X-Token: abcdefgh1234'", "curl -H 'X-Token: [redacted]'"],
    ["postgres://ann:pa55word@db.example.com/x", "postgres://ann:[redacted]@db.example.com/x"],
    ["https://oauth2:abc@example.com/a.git", "https://oauth2:[redacted]@example.com/a.git"],
    ["https://0123456789abcdef0123@example.com", "https://[redacted]@example.com"],
    ["123456789:AAabcdefghijklmnopqrstuvwxyz1234567", "123456789:[redacted]"],
    [
      "https://hooks.slack.com/services/T0000/B0000/abcdefghijklmnop",
      "https://hooks.slack.com/services/[redacted]",
    ],
  ])("%s", (text, redacted) => {
    expect(plain.text(text)).toBe(redacted);
  });

  it.each(credentials)("%s", (text, redacted) => {
    expect(plain.text(text)).toBe(redacted);
    expect(plain.text(redacted)).toBe(redacted);
  });

  it("removes a private key block whole, with real and with escaped line feeds, ended or not", () => {
    const body = "MIIEowIBAAKCAQEA7bJvB2x0bXk5\nabcdEFGH0123456789+/abcdEFGH01\nshort==";
    for (const kind of ["RSA ", "OPENSSH ", "EC ", ""]) {
      const block = `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`;
      expect(plain.text(`before ${block} after`)).toBe("before [redacted] after");
      expect(plain.text(block.replaceAll("\n", "\\n"))).toBe("[redacted]");
      expect(plain.text(`-----BEGIN ${kind}PRIVATE KEY-----\n${body}`)).toBe("[redacted]");
    }
    const prose = "A file that begins with -----BEGIN PRIVATE KEY----- is a key.";
    expect(plain.text(prose)).toBe(prose);
  });
});

describe("what is no secret", () => {
  it.each([
    '(uuid "57ab654c-7728-49fe-a740-0a7c59885454")',
    '(tstamp 5e4f2a9c-0000-0000-0000-00005e4f2a9c) (net 1 "+3V3")',
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    "(data |KLUv/aDgDwAk0wFKqlI0MqAqqsV6VO4AAAA/eJzsvQd8XMW1P37v3b0raVXcZBtj|)",
    '(property "Datasheet" "https://example.com/~user/ds.pdf?id=1:2" (at 0 0 0))',
    "http://localhost:8080/path ssh://git@example.com/repo.git mailto:ann@example.com",
    "function login(password: string, token: Token) { return { apiKey: options.apiKey }; }",
    '"apiKeySource":"login", "hasAccessToken":true, inputTokens: 123456789, max tokens: 4096',
    "bearer authentication is described in the standard; a basic understanding helps",
    "task-force sk-learn-some-long-dashed-name npm_config_registry key_switch_matrix_left",
    ...lookAlikes,
    "SK6812MINI-E SK9822 AKI 12345678:9 call-3bf6bd3c-8b5d-4f87-80e4-d9e86ce63b37-0",
  ])("%s", (text) => {
    expect(plain.text(text)).toBe(text);
  });
});

describe("secrets of the environment", () => {
  const redactor = new Redactor({
    DB_PASSWORD: "correct horse battery",
    GITHUB_TOKEN: "plain-looking",
    MY_KEY: "short",
    GOOGLE_APPLICATION_CREDENTIALS: "/home/ann/key.json",
    EDITOR: "not-a-secret",
    APP_SECRET: "a/b?c=d&e",
  });

  it("are known by their value, also as part of an address", () => {
    expect(redactor.text("a correct horse battery b, plain-looking")).toBe("a [redacted] b, [redacted]");
    expect(redactor.text("?key=a%2Fb%3Fc%3Dd%26e")).toBe("?key=[redacted]");
  });

  it("are neither short words nor paths, nor anything of another variable", () => {
    const text = "short /home/ann/key.json not-a-secret";
    expect(redactor.text(text)).toBe(text);
  });
});

describe("values", () => {
  it("keep their shape, and lose the strings of telling fields whole", () => {
    const value = {
      password: "x",
      nested: [{ apiKey: "y", apiKeySource: "login", n: 1, none: null, yes: true }],
      text: "token=abcdefg1",
      registries: [{ auth: "YW5uOnNlY3JldA==" }, { auth: "kerberos" }],
      __proto__: { a: 1 },
    };
    expect(plain.value(JSON.parse(JSON.stringify(value)))).toEqual({
      password: "[redacted]",
      nested: [{ apiKey: "[redacted]", apiKeySource: "login", n: 1, none: null, yes: true }],
      text: "token=[redacted]",
      registries: [{ auth: "[redacted]" }, { auth: "kerberos" }],
    });
    expect(JSON.stringify(plain.value(JSON.parse('{"__proto__":{"a":1},"b":2}')))).toBe(
      '{"__proto__":{"a":1},"b":2}',
    );
  });

  it("leave ordinary JSON as it is", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(plain.value(JSON.parse(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});

it("cuts a secret that reaches over both ends of a piece", () => {
  expect(cut("abc", [{ start: -2, end: 9 }])).toBe("");
  expect(cut("abc", [{ start: 1, end: 9 }])).toBe("a[redacted]");
  expect(cut("abc", [{ start: -2, end: 1 }])).toBe("bc");
  expect(
    cut("abcdef", [
      { start: 1, end: 3 },
      { start: 2, end: 4 },
    ]),
  ).toBe("a[redacted]ef");
});

it("gets through a run of megabytes without a break", () => {
  const run = "z".repeat(20_000_000);
  expect(plain.text(run) === run).toBe(true);
});

it("gets through texts that would keep a pattern busy for hours if it went over them more than once", () => {
  const parts = [
    "sk-",
    "eyJ-",
    "token=",
    "-----BEGIN PRIVATE KEY-----",
    "://a:",
    "bearer 1",
    "authorization: ",
    "DB_PASS=",
    "--password ",
    "-u a:",
    "mysql ",
    "cookie: a=",
    "<password>",
    "machine a.b login ",
    "%3A%2F%2Fa%3A",
    "&sig=",
    'passphrase: "',
    "Z2hw",
    "1",
    "-",
  ];
  for (const part of parts) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(plain.text(text).length).toBeLessThanOrEqual(text.length);
    expect(plain.settledUntil(text)).toBeLessThanOrEqual(text.length);
  }
});
