/**
 * What secrets look like. The prefixes are those that the vendors document for their tokens. Bare hexadecimal, UUIDs and
 * base64 are no secrets by themselves: designs are full of them.
 */
import { after, credentialPatterns, type SecretPattern } from "./credential-patterns.js";

const word = "[A-Za-z0-9_-]";
const alphanumeric = "[A-Za-z0-9]";

/** `g(?:h(?:p(?:_)?)?)?` for `ghp_`: every beginning of it. */
function beginnings(prefix: string): string {
  const [first = "", ...rest] = prefix;
  const literal = first.replace(/[.*+?^${}()|[\]\\]/, "\\$&");
  return rest.length === 0 ? literal : `${literal}(?:${beginnings(rest.join(""))})?`;
}

/** Tokens that begin with one of `prefixes` and go on with at least `least` characters of `body`. */
function tokens(prefixes: string, body: string, least: number, needs = ""): { closed: string; open: string } {
  const list = prefixes.split(" ");
  const any = list.map((prefix) => prefix.replaceAll(".", "\\.")).join("|");
  return {
    closed: `(?:${any})${needs}${body}{${least},}`,
    open: `(?:${list.map(beginnings).join("|")}|(?:${any})${body}*)$`,
  };
}

const kinds = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others; dashed words have no long run of letters and digits.
  tokens("sk-", word, 20, `(?=${word}{0,100}\\d)(?=${word}{0,100}${alphanumeric}{16})`),
  // Cursor
  tokens("crsr_ key_ cursor_", alphanumeric, 32),
  // GitHub, GitLab
  tokens("ghp_ gho_ ghu_ ghs_ ghr_", alphanumeric, 36),
  tokens("github_pat_", "[A-Za-z0-9_]", 22),
  // The newer ones of GitLab have a tail behind dots.
  tokens("glpat- gldt- glrt- glsoat- glcbt- glptt- glft- glagent- gloas-", "[A-Za-z0-9_.-]", 20),
  // Slack, Atlassian, Bitbucket, Notion, Linear, Figma, Asana, Airtable
  tokens("xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xapp-", word, 10, `(?=${word}{0,100}\\d)`),
  tokens("ATATT3xFfGF0 ATCTT3xFfGN0 ATBB", "[A-Za-z0-9_=-]", 24),
  tokens("ntn_ lin_api_ figd_ figo_", word, 20),
  // Amazon, Google, Azure, DigitalOcean, Alibaba, Heroku
  tokens("AKIA ASIA ABIA ACCA", "[A-Z0-9]", 16),
  tokens("AIza", word, 35),
  tokens("ya29. 1//0", "[A-Za-z0-9_.-]", 20),
  tokens("GOCSPX-", word, 20),
  tokens("dop_v1_ doo_v1_ dor_v1_", "[a-f0-9]", 64),
  tokens("LTAI", alphanumeric, 20),
  tokens("HRKU-", word, 36),
  // npm, PyPI, RubyGems, Docker, Terraform, Vault, Pulumi
  tokens("npm_", alphanumeric, 36),
  tokens("pypi-", word, 50),
  tokens("rubygems_", "[a-f0-9]", 48),
  tokens("dckr_pat_ dckr_oat_", word, 20),
  tokens("hvs. hvb. hvr.", word, 24),
  tokens("pul-", "[a-f0-9]", 40),
  // Hugging Face, Groq, xAI, Replicate, Perplexity, LangSmith
  tokens("hf_ api_org_ gsk_ xai- r8_ pplx-", alphanumeric, 30),
  tokens("lsv2_pt_ lsv2_sk_", word, 32),
  // Stripe, Square, Shopify, PayPal
  tokens("sk_live_ sk_test_ rk_live_ rk_test_ whsec_", "[A-Za-z0-9+/=]", 16),
  tokens("sq0atp- sq0csp-", word, 22),
  tokens("shpat_ shpss_ shpca_ shppa_", "[a-fA-F0-9]", 32),
  // SendGrid, Mailgun, Twilio, Postman, Sentry, New Relic, Grafana, Dynatrace, Datadog
  tokens("SG.", "[A-Za-z0-9_.-]", 40),
  tokens("key-", "[a-f0-9]", 32),
  tokens("SK", "[a-f0-9]", 32),
  tokens("PMAK-", "[a-f0-9-]", 50),
  tokens("sntrys_ sntryu_", "[A-Za-z0-9_=+/-]", 40),
  tokens("NRAK- NRII- NRJS-", alphanumeric, 19),
  tokens("glc_ glsa_", "[A-Za-z0-9_=+/]", 30),
  tokens("dt0c01. dt0s01.", "[A-Z0-9.]", 40),
  // Databricks, Supabase, PlanetScale, Doppler, Tailscale, Fly, Vercel, Netlify, 1Password, age, Discord hooks
  tokens("dapi", "[a-f0-9]", 32),
  tokens("sbp_ sb_secret_", word, 20),
  tokens("pscale_tkn_ pscale_pw_ pscale_oauth_", "[A-Za-z0-9_.=-]", 32),
  tokens("dp.pt. dp.st. dp.ct. dp.sa.", "[A-Za-z0-9._]", 30),
  tokens("tskey-", word, 16),
  tokens("fo1_ fm1_ fm2_", "[A-Za-z0-9_+/=-]", 32),
  tokens("vcp_ vci_ vca_ vcr_ nfp_ nfc_", alphanumeric, 24),
  tokens("ops_eyJ", "[A-Za-z0-9+/=_-]", 60),
  tokens("AGE-SECRET-KEY-1", "[A-Z0-9]", 50),
  // JSON Web Tokens, signed or encrypted
  {
    closed: "(?<!-)eyJ[\\w-]{12,}\\.[\\w-]*\\.[\\w-]{12,}(?:\\.[\\w-]*){0,2}",
    open: "(?:e|ey|eyJ[\\w.-]*)$",
  },
];

const start = "(?<![A-Za-z0-9_])";

const pemHeader = "-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----";
const pemFooter = "-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----";
const pemBody = "(?:(?!-----BEGIN )[^]){0,20000}";
const pemLine = "(?:\\s|\\\\+[nr])*[A-Za-z0-9+/=]";

/** Between a name and its value, in a program, a settings file, JSON, or JSON within JSON. */
const equals = "\\\\{0,4}[\"'`]?[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4}\\\\{0,4}[\"'`]?";
/** The end of a name that has a secret for its value: `OPENAI_API_KEY`, `clientSecret`, `password`. */
const name =
  "(?:_key|api-?key|access-?key|private-?key|account-?key|secret-?key|token|secret|password|passwd|passphrase)";
const value = "[^\\s\"'`,;<>\\\\]";
/** Something beside letters, so that `password: string` in a program stays. */
const notOnlyWords = `(?=${value}{0,100}[^A-Za-z\\s"'\`,;<>\\\\.()[\\]{}])`;
const authorization = `authorization${equals}(?:[a-z]{1,16}[ \\t]{1,4})?`;
const hook = "(?:hooks\\.slack\\.com/(?:services|workflows)|discord(?:app)?\\.com/api/webhooks)/";

export const secretPatterns: readonly SecretPattern[] = [
  {
    closed: new RegExp(`${start}(?:${kinds.map(({ closed }) => closed).join("|")})`, "g"),
    open: new RegExp(`${start}(?:${kinds.map(({ open }) => open).join("|")})`),
  },
  {
    // One that never ends is one as far as it looks like it.
    closed: new RegExp(
      `${pemHeader}(?:${pemBody}?${pemFooter}|(?:${pemLine}{16,}){1,400}(?:${pemLine}+)?)`,
      "g",
    ),
    open: new RegExp(
      `(?:${beginnings("-----BEGIN ")}|-----BEGIN [A-Z0-9 ]{0,48}-{0,4}|${pemHeader}${pemBody})$`,
    ),
  },
  after(`${name}${equals}`, `${notOnlyWords}${value}{8,}`, `${value}+`),
  after("bearer[ \\t]{1,4}", "(?=[\\w.~+/=-]{0,100}\\d)[\\w.~+/=-]{16,}", "[\\w.~+/=-]+"),
  after(authorization, `${value}{8,}`, `${value}+`),
  {
    // The password of a URL, or a token in the place of its user.
    closed: /:\/\/(?:[^\s:/?#@"'<>]{0,128}:(?<secret>[^\s/?#"'<>]{1,256})|(?<user>[\w-]{20,256}))(?=@)/g,
    open: /:\/\/(?:[^\s:/?#@"'<>]{0,128}:(?<secret>[^\s/?#"'<>]{1,256})|(?<user>[\w-]{1,256}))$/,
  },
  // The token of a Telegram bot, behind its number.
  after("\\b\\d{8,10}:", "AA[\\w-]{32,}", "A|AA[\\w-]*", { caseless: false }),
  // The hooks of Slack and Discord, whose addresses are all that is needed to use them.
  after(hook, "[\\w/-]{20,}", "[\\w/-]+", { caseless: false }),
  ...credentialPatterns,
];

/** Names of fields and variables whose whole value is a secret. */
export const secretName =
  /(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|token|secret|password|passwd|passphrase|authorization|cookie|[_-]pass|[_-]?pwd)$/i;

/** Names of environment variables that hold secrets. */
export const secretVariable =
  /(?:^|_)(?:KEY|TOKEN|SECRET|PAT|CREDENTIALS?|AUTH)$|APIKEY|PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN$/i;
