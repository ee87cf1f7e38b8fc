/** Made-up secrets in the forms that vendors give theirs. Put together here, so that no scanner takes them for real. */

function random(alphabet: string, length: number): string {
  // Always the same, and no run of letters without a digit.
  return Array.from({ length }, (_, index) => alphabet[(index * 7 + 3) % alphabet.length]).join("");
}

const mixed = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsT";
const hex = "0a1b2c3d4e5f67899";

const made: [string, string, string][] = [
  ["OpenAI", "sk-", random(mixed, 48)],
  ["OpenAI project", "sk-proj-", `${random(mixed, 40)}_${random(mixed, 20)}`],
  ["Anthropic", "sk-ant-api03-", random(mixed, 90)],
  ["Cursor", "key_", random(hex, 64)],
  ["Cursor, newer", "crsr_", random(hex, 64)],
  ["GitHub", "ghp_", random(mixed, 36)],
  ["GitHub, fine-grained", "github_pat_", random(mixed, 60)],
  ["GitLab", "glpat-", random(mixed, 20)],
  ["Slack", "xoxb-", `123456789012-${random(mixed, 24)}`],
  ["Amazon", "AKIA", random("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)],
  ["Google", "AIza", random(mixed, 35)],
  ["Google OAuth", "ya29.", random(mixed, 60)],
  ["DigitalOcean", "dop_v1_", random("0a1b2c3d4e5f67899", 64)],
  ["npm", "npm_", random(mixed, 36)],
  ["PyPI", "pypi-", random(mixed, 80)],
  ["Docker", "dckr_pat_", random(mixed, 27)],
  ["Vault", "hvs.", random(mixed, 30)],
  ["Hugging Face", "hf_", random(mixed, 34)],
  ["Groq", "gsk_", random(mixed, 52)],
  ["Stripe", "sk_live_", random(mixed, 24)],
  ["Shopify", "shpat_", random(hex, 32)],
  ["SendGrid", "SG.", `${random(mixed, 22)}.${random(mixed, 43)}`],
  ["Mailgun", "key-", random(hex, 32)],
  ["Twilio", "SK", random(hex, 32)],
  ["Sentry", "sntrys_", random(mixed, 60)],
  ["Grafana", "glsa_", random(mixed, 41)],
  ["Databricks", "dapi", random(hex, 32)],
  ["Tailscale", "tskey-", `auth-${random(mixed, 30)}`],
  ["age", "AGE-SECRET-KEY-1", random("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)],
  ["JSON Web Token", "eyJ", `${random(mixed, 30)}.eyJ${random(mixed, 40)}.${random(mixed, 43)}`],
];

export const samples = made.map(([kind, prefix, rest]): [string, string] => [kind, prefix + rest]);
