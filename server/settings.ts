import {
  bucketAddress,
  databaseAddress,
  type Format,
  hosts,
  issuerAddress,
  longSecret,
  mailAddress,
  oneOf,
  proxies,
  schedule,
  someOf,
  text,
  webAddress,
  wholeNumber,
} from './lib/setting-formats.ts'

/** One variable of the environment. */
export type Setting<Value = unknown, Default = string | undefined> = {
  name: string
  format: Format<Value>
  /** What counts where nothing is given. */
  default: Default
  /** For the README and `quire serve --help`, in Markdown. */
  meaning: string
}

const unset = undefined
const second = 1000
const day = 86_400_000
const mebibyte = 1024 * 1024

/** What a process does: people's pages and the docs, what programs call, work that goes on by itself. */
export const roles = ['web', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

function setting<Value, Default extends string | undefined>(
  name: string,
  format: Format<Value>,
  otherwise: Default,
  meaning: string,
): Setting<Value, Default> {
  return { name, format, default: otherwise, meaning }
}

/**
 * Every setting, named as in `Config`. From here come that type, the README's table (`npm run snap`) and
 * the list of `quire serve --help`.
 */
export const settings = {
  port: setting('PORT', wholeNumber({ from: 0, to: 65_535 }), '8082', 'port to listen on'),
  host: setting(
    'HOST',
    text,
    '127.0.0.1',
    'address to listen on; `0.0.0.0` is every network of the machine',
  ),
  dataFolder: setting('QUIRE_DATA', text, './data', 'folder of the store and the files'),
  publicUrl: setting(
    'PUBLIC_URL',
    webAddress,
    unset,
    'address people reach it by, such as `https://notes.example.com`; makes addresses of pages absolute',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseAddress,
    unset,
    '`postgres://user:password@host:port/database` keeps the store in PostgreSQL, for [many nodes](docs/scaling.md); unset is SQLite in the data folder',
  ),
  databasePassword: setting(
    'DATABASE_PASSWORD',
    text,
    unset,
    'the password for `DATABASE_URL`, as it is: in the address it has to be percent-encoded',
  ),
  connections: setting(
    'DATABASE_CONNECTIONS',
    wholeNumber({ from: 2, to: 1000 }),
    '16',
    'connections to PostgreSQL that one node opens at most',
  ),
  statementTimeoutMs: setting(
    'DATABASE_STATEMENT_SECONDS',
    wholeNumber({ from: 1, to: 3600, unit: second }),
    '15',
    'longest time a statement of PostgreSQL may take in a request; 2 seconds later the connection counts as dead. Backups, checks and builds of an index have no limit',
  ),
  s3: {
    url: setting(
      'S3_BUCKET_URL',
      bucketAddress,
      unset,
      '`https://host/bucket` keeps the bytes of files in any service that speaks S3; unset is a folder under QUIRE_DATA',
    ),
    region: setting('S3_REGION', text, 'us-east-1', 'region of the bucket'),
    accessKeyId: setting('S3_ACCESS_KEY_ID', text, unset, 'key of the bucket'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY', text, unset, 'its secret'),
  },
  roles: setting(
    'ROLES',
    someOf(roles),
    'web,api,worker',
    'what this node does: the pages and docs people open, the API, the work in the background; `quire serve --roles api` says the same',
  ),
  /** Milliseconds. */
  drainTime: setting(
    'DRAIN_SECONDS',
    wholeNumber({ from: 0, to: 600, unit: second }),
    '0',
    'seconds for which a stopping node says at `/readyz` that it takes no more, and still does',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(logLevels),
    'warn',
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; JSON lines on standard error',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    proxies,
    'false',
    '`true`, or addresses and networks of proxies whose `X-Forwarded-*` headers are to be believed',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    wholeNumber({ from: 0, to: 1e9 }),
    '60000',
    'requests per minute and key, or address where there is no key; `0` is no limit',
  ),
  bodyLimit: setting(
    'BODY_LIMIT',
    wholeNumber({ from: 1024, to: 2 ** 30 }),
    '1048576',
    'bytes of a request body at most; an operation [takes less](docs/performance.md#limits-of-a-request) where its fields are short. Uploads (1 MiB per file) and page updates (4 MiB) have their own limit',
  ),
  uploadLimit: setting(
    'UPLOAD_LIMIT',
    wholeNumber({ from: 1, to: 2 ** 48 }),
    '5368709120',
    'bytes of one file that is uploaded in parts',
  ),
  uploadFolder: setting(
    'UPLOAD_FOLDER',
    text,
    unset,
    'where uploads are until they are whole; unset is `uploads` under QUIRE_DATA. Nodes behind one balancer share it',
  ),
  /** Milliseconds. */
  requestTimeout: setting(
    'REQUEST_TIMEOUT',
    wholeNumber({ from: 1, to: 3600, unit: second }),
    '60',
    'seconds a request may take to arrive',
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    text,
    unset,
    'Bearer token for `/metrics`. Without it only a program on this machine may read them, at `http://127.0.0.1`, and nobody once PUBLIC_URL or TRUST_PROXY is set',
  ),
  secret: setting(
    'QUIRE_SECRET',
    longSecret,
    unset,
    'seals the keys of other services in the store, 16 characters or more; without it `secret.key` in the data folder does. Keep either with your backups',
  ),
  mail: {
    url: setting(
      'SMTP_URL',
      mailAddress,
      unset,
      '`smtp://user:password@host:587`, or `smtps://` for TLS from the start: sends [invitations and links to reset a password](docs/sign-in.md); needs PUBLIC_URL',
    ),
    from: setting(
      'MAIL_FROM',
      text,
      unset,
      'sender of these mails, such as `Quire <quire@example.com>`',
    ),
  },
  oidc: {
    issuer: setting(
      'OIDC_ISSUER',
      issuerAddress,
      unset,
      'address of a provider of OpenID Connect: people [sign in by it](docs/sign-in.md#openid-connect) too',
    ),
    clientId: setting('OIDC_CLIENT_ID', text, unset, 'what the provider calls this server'),
    clientSecret: setting(
      'OIDC_CLIENT_SECRET',
      text,
      unset,
      'the secret it shares with this server',
    ),
    name: setting('OIDC_NAME', text, 'Single sign-on', 'its name on the button'),
    joinWorkspace: setting(
      'OIDC_JOIN_WORKSPACE',
      text,
      unset,
      'slug of a workspace: whom the provider lets in becomes a member of it',
    ),
  },
  /** Bytes. */
  vectorMemory: setting(
    'VECTOR_MEMORY',
    wholeNumber({ from: 1, to: 65_536, unit: mebibyte }),
    '512',
    'megabytes for the vectors of the workspaces searched last',
  ),
  semanticTimeout: setting(
    'SEMANTIC_TIMEOUT',
    wholeNumber({ from: 10, to: 60_000 }),
    '300',
    'milliseconds a search waits for [meaning](docs/search-semantic.md); after that, words alone answer',
  ),
  allowedHosts: setting(
    'WEBHOOK_ALLOWED_HOSTS',
    hosts,
    unset,
    'hosts and networks that are not public and may still be called, such as `hooks.lan, 10.0.0.0/8` ([webhooks](docs/webhooks.md))',
  ),
  /** All in milliseconds. */
  webhooks: {
    retrySchedule: setting(
      'WEBHOOK_RETRY_SCHEDULE',
      schedule,
      '0,5,300,1800,7200,18000,36000,50400,72000,86400',
      'seconds to wait before each attempt to deliver',
    ),
    quietTime: setting(
      'WEBHOOK_QUIET_SECONDS',
      wholeNumber({ from: 0, to: 3600, unit: second }),
      '30',
      'saves of the editor are told as one after so long without another',
    ),
    longestBurst: setting(
      'WEBHOOK_BURST_SECONDS',
      wholeNumber({ from: 0, to: 86_400, unit: second }),
      '300',
      'and at the latest after this',
    ),
    logTime: setting(
      'WEBHOOK_LOG_DAYS',
      wholeNumber({ from: 4, to: 3650, unit: day }),
      '30',
      'how long deliveries are kept in the log',
    ),
    bodyTime: setting(
      'WEBHOOK_BODY_DAYS',
      wholeNumber({ from: 4, to: 3650, unit: day }),
      '7',
      'how long what was sent and answered is; until then it can be sent again',
    ),
  },
  /** Milliseconds; 0 is never. */
  fileCheckInterval: setting(
    'FILE_CHECK_DAYS',
    wholeNumber({ from: 0, to: 365, unit: day }),
    '7',
    'how often the contents of all files are read and compared with what was stored; 0 is never',
  ),
}

/** Settings by name; a group is a table of its own. */
export type SettingsTable = { [key: string]: Setting | SettingsTable }

export type SettingValues<Of> = {
  [Key in keyof Of]: Of[Key] extends Setting<infer Value, infer Default>
    ? Default extends string
      ? Value
      : Value | undefined
    : SettingValues<Of[Key]>
}

export function isSetting(entry: Setting | SettingsTable): entry is Setting {
  return typeof entry['name'] === 'string'
}

export function listSettings(table: SettingsTable = settings): Setting[] {
  return Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : listSettings(entry)))
}
