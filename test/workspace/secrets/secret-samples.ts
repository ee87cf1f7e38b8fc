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

/** A credential in the words that give it away, and what is left of the text; made up. */
export const credentials: readonly [text: string, redacted: string][] = [
  ["DB_PASS=x", "DB_PASS=[redacted]"],
  ["export PGPASSWORD=letmein", "export PGPASSWORD=[redacted]"],
  ["TOKEN=letters", "TOKEN=[redacted]"],
  ["login --password x now", "login --password [redacted] now"],
  ["login --api-key=abcdef", "login --api-key=[redacted]"],
  ["curl -u user:pass https://example.com", "curl -u user:[redacted] https://example.com"],
  ["curl --user ann:s3cret -v", "curl --user ann:[redacted] -v"],
  ["mysql -px -u root", "mysql -p[redacted] -u root"],
  ["mysqldump -u root -pletmein db", "mysqldump -u root -p[redacted] db"],
  ["sshpass -p hunter2 ssh host", "sshpass -p [redacted] ssh host"],
  ["machine h login bob password letmein", "machine h login bob password [redacted]"],
  [
    "docker login -u bob -p letmein host  curl --user ann:s3cret -v",
    "docker login -u bob -p [redacted] host  curl --user ann:[redacted] -v",
  ],
  ["docker login -u bob -p letmein host", "docker login -u bob -p [redacted] host"],
  ["redis-cli -a hunter2 ping", "redis-cli -a [redacted] ping"],
  ["openssl rsa -passin pass:hunter", "openssl rsa -passin pass:[redacted]"],
  ["?password%3Dx", "?password%3D[redacted]"],
  ["next=%3Ftoken%3Dabc%26page%3D1", "next=%3Ftoken%3D[redacted]%26page%3D1"],
  ["postgres%3A%2F%2Fann%3Apa55word%40db.example.com", "postgres%3A%2F%2Fann%3A[redacted]%40db.example.com"],
  ["postgres%3A%2F%2Fann%3Apa%4055%40db.example.com", "postgres%3A%2F%2Fann%3A[redacted]%40db.example.com"],
  ["postgres://ann:p@55@word@db.example.com/x", "postgres://ann:[redacted]@db.example.com/x"],
  [
    "https://x.blob.example.net/c/b?sv=2020&sig=abcDEF%2B12345678901234%3D&se=1",
    "https://x.blob.example.net/c/b?sv=2020&sig=[redacted]&se=1",
  ],
  ["machine example.com login ann password letmein", "machine example.com login ann password [redacted]"],
  [
    "machine example.com\n  login ann\n  password x1\n",
    "machine example.com\n  login ann\n  password [redacted]\n",
  ],
  [
    '{"auths":{"example.com":{"auth":"YW5uOnNlY3JldA=="}}}',
    '{"auths":{"example.com":{"auth":"[redacted]"}}}',
  ],
  ["Cookie: sid=abc; theme=dark\nHost: a", "Cookie: [redacted]\nHost: a"],
  ["Set-Cookie: session=abcdef; Path=/; HttpOnly", "Set-Cookie: [redacted]"],
  ["<password>x</password>", "<password>[redacted]</password>"],
  ["<Password>open sesame</Password>", "<Password>[redacted]</Password>"],
  ['passphrase: "several words here"', 'passphrase: "[redacted]"'],
  ["password = 'open sesame'", "password = '[redacted]'"],
  ["client_secret=abcdefghijkl", "client_secret=[redacted]"],
  ["grant=x&client_secret=letters", "grant=x&client_secret=[redacted]"],
  ["glpat-abcdefghijABCDEFGHIJ1234567.01.0a1b2c3d4", "[redacted]"],
  [`header: ${Buffer.from(`x:ghp_${random(mixed, 36)}`).toString("base64")} end`, "header: [redacted] end"],
];

/** Texts that look like a credential and hold none. */
export const lookAlikes: readonly string[] = [
  "bypass=1 compass=N pass=3 PASS=12 tokens = 12 net_pass",
  "use --password to set it; --password-file x; --password <password>; --pass 3",
  "docker run -u 1000:1000 -p 8080:80 image",
  "docker run -u node:node image",
  "git push -u origin main; a-u b:c; -u user",
  "mysql -p -u root; mysql -P 3306; mkdir -p some/dir; ssh -p 22 host",
  "the password field; log in with your login and password",
  "machine learning needs a login form and a password field",
  "password: string; let password=value; login(user, password=None); f(token=token)",
  "MAX_TOKEN=4096 max_tokens=4096 --max-token 4096",
  "Cookie: header is required; a cookie banner; set-cookie: none",
  "signal sig=1 https://example.com/?sig=short",
  '"auth":"none" "auth":"required" "auth": "kerberos"',
  "<password/> <password></password> Promise<Token> Array<Secret>",
  'password: "string" "password": "required" passphrase: ""',
  "$PASSWORD --password $PASSWORD password=$VALUE password={{value}}",
  "https://example.com:8080/x@y ssh://git@example.com:22/a.git a%3Ab%40c",
  'PASSWORD=[redacted] passphrase: "[redacted]" --token [redacted]',
  '(net (code "1") (name "/pass")) (property "Token" "x")',
  "VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw==",
];
