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
  contactAddress,
  integer,
} from './lib/setting-formats.ts'
import { downloadFormats } from './lib/vocabulary.ts'

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
const hour = 3_600_000
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
  port: setting('PORT', integer({ from: 0, to: 65_535 }), '8082', 'port to listen on'),
  host: setting(
    'HOST',
    text,
    '127.0.0.1',
    'address to listen on; `0.0.0.0` listens on every network interface',
  ),
  dataFolder: setting('QUIRE_DATA', text, './data', 'folder for the database and files'),
  publicUrl: setting(
    'PUBLIC_URL',
    webAddress,
    unset,
    'public address of the server, such as `https://notes.example.com`; used for absolute links',
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    contactAddress,
    unset,
    'where to report vulnerabilities, such as `mailto:security@example.com`; shown at `/.well-known/security.txt`',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseAddress,
    unset,
    '`postgres://user:password@host:port/database` stores data in PostgreSQL, for [several nodes](docs/scaling.md); unset: SQLite in the data folder',
  ),
  databasePassword: setting(
    'DATABASE_PASSWORD',
    text,
    unset,
    'password for `DATABASE_URL`, without percent-encoding',
  ),
  connections: setting(
    'DATABASE_CONNECTIONS',
    integer({ from: 2, to: 1000 }),
    '16',
    'maximum number of PostgreSQL connections per node',
  ),
  statementTimeoutMs: setting(
    'DATABASE_STATEMENT_SECONDS',
    integer({ from: 1, to: 3600, unit: second }),
    '15',
    'timeout of a PostgreSQL statement in a request; a connection that stays silent for 2 more seconds is closed. Backups, checks and index builds have no timeout',
  ),
  s3: {
    url: setting(
      'S3_BUCKET_URL',
      bucketAddress,
      unset,
      '`https://host/bucket` stores file contents in an S3-compatible bucket; unset: a folder under QUIRE_DATA',
    ),
    region: setting('S3_REGION', text, 'us-east-1', 'region of the bucket'),
    accessKeyId: setting('S3_ACCESS_KEY_ID', text, unset, 'access key of the bucket'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY', text, unset, 'secret key of the bucket'),
  },
  roles: setting(
    'ROLES',
    someOf(roles),
    'web,api,worker',
    'what this node runs: the web app and API docs, the API, background work; same as `quire serve --roles api`',
  ),
  /** Milliseconds. */
  drainTime: setting(
    'DRAIN_SECONDS',
    integer({ from: 0, to: 600, unit: second }),
    '0',
    'seconds a stopping node keeps serving requests while `/readyz` already answers 503',
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
    '`true`, or the addresses and networks of proxies whose `X-Forwarded-*` headers are trusted',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    integer({ from: 0, to: 1e9 }),
    '60000',
    'requests per minute for each API key, or for each IP address without a key; `0` disables the limit',
  ),
  bodyLimit: setting(
    'BODY_LIMIT',
    integer({ from: 1024, to: 2 ** 30 }),
    '1048576',
    'maximum size of a request body in bytes; operations with short fields [accept less](docs/performance.md#request-limits). Uploads (1 MiB per file) and page updates (4 MiB) have their own limits',
  ),
  uploadLimit: setting(
    'UPLOAD_LIMIT',
    integer({ from: 1, to: 2 ** 48 }),
    '5368709120',
    'maximum size in bytes of a file uploaded in parts',
  ),
  uploadFolder: setting(
    'UPLOAD_FOLDER',
    text,
    unset,
    'folder for unfinished uploads; unset: `uploads` under QUIRE_DATA. Nodes behind one load balancer share it',
  ),
  /** Milliseconds. */
  requestTimeout: setting(
    'REQUEST_TIMEOUT',
    integer({ from: 1, to: 3600, unit: second }),
    '60',
    'seconds to wait for a complete request',
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    text,
    unset,
    'bearer token for `/metrics`. Without it, only requests to `http://127.0.0.1` are answered, and none once PUBLIC_URL or TRUST_PROXY is set',
  ),
  secret: setting(
    'QUIRE_SECRET',
    longSecret,
    unset,
    'encrypts stored credentials of other services; at least 16 characters. Unset: `secret.key` in the data folder. Back up either one separately',
  ),
  mail: {
    url: setting(
      'SMTP_URL',
      mailAddress,
      unset,
      '`smtp://user:password@host:587`, or `smtps://` for implicit TLS; sends [invitations and password resets](docs/sign-in.md). Requires PUBLIC_URL',
    ),
    from: setting(
      'MAIL_FROM',
      text,
      unset,
      'sender of these emails, such as `Quire <quire@example.com>`',
    ),
  },
  oidc: {
    issuer: setting(
      'OIDC_ISSUER',
      issuerAddress,
      unset,
      'address of an OpenID Connect provider that people can [sign in with](docs/sign-in.md#openid-connect)',
    ),
    clientId: setting('OIDC_CLIENT_ID', text, unset, 'client ID of this server at the provider'),
    clientSecret: setting(
      'OIDC_CLIENT_SECRET',
      text,
      unset,
      'client secret of this server at the provider',
    ),
    name: setting('OIDC_NAME', text, 'Single sign-on', 'label of the sign-in button'),
    joinWorkspace: setting(
      'OIDC_JOIN_WORKSPACE',
      text,
      unset,
      'slug of a workspace that everyone who signs in through this provider joins',
    ),
    groupsClaim: setting(
      'OIDC_GROUPS_CLAIM',
      text,
      unset,
      'name of the claim with the groups of a person; [memberships of groups](docs/sign-in.md#openid-connect) follow it at sign-in',
    ),
  },
  offlinePages: setting(
    'OFFLINE_PAGES',
    oneOf(['on', 'off']),
    'on',
    'whether browsers keep [recently read pages](docs/permissions.md#pages-in-browsers) for reading offline; `off` also deletes those that they have when they next reach the server',
  ),
  exports: {
    folder: setting(
      'EXPORT_FOLDER',
      text,
      unset,
      'folder for [scheduled exports](docs/import-export.md#scheduled-exports) of all workspaces; unset: none',
    ),
    bucket: {
      url: setting(
        'EXPORT_BUCKET_URL',
        bucketAddress,
        unset,
        '`https://host/bucket` for scheduled exports to an S3-compatible bucket, instead of EXPORT_FOLDER',
      ),
      region: setting('EXPORT_REGION', text, unset, 'region of that bucket; unset: S3_REGION'),
      accessKeyId: setting(
        'EXPORT_ACCESS_KEY_ID',
        text,
        unset,
        'access key of that bucket; unset: S3_ACCESS_KEY_ID',
      ),
      secretAccessKey: setting(
        'EXPORT_SECRET_ACCESS_KEY',
        text,
        unset,
        'secret key of that bucket; unset: S3_SECRET_ACCESS_KEY',
      ),
    },
    /** Milliseconds. */
    intervalMs: setting(
      'EXPORT_HOURS',
      integer({ from: 1, to: 8760, unit: hour }),
      '24',
      'hours between two scheduled exports of a workspace',
    ),
    keep: setting(
      'EXPORT_KEEP',
      integer({ from: 1, to: 10_000 }),
      '7',
      'scheduled exports of each workspace to keep; older ones are deleted',
    ),
    format: setting(
      'EXPORT_FORMAT',
      oneOf(downloadFormats),
      'markdown',
      'format of scheduled exports: `markdown`, which can be imported, or `html`',
    ),
  },
  gotenbergUrl: setting(
    'GOTENBERG_URL',
    webAddress,
    unset,
    'address of a [Gotenberg](docs/import-export.md#pdf) server that creates PDFs of pages, such as `http://gotenberg:3000`; it may be private',
  ),
  searchThreads: setting(
    'SEARCH_THREADS',
    integer({ from: 0, to: 16 }),
    unset,
    'threads that [rank concurrent searches](docs/performance.md#search-threads) of workspaces with 10,000 pages or more; `0` turns them off. Unset: one less than the cores, at most 3',
  ),
  /** Bytes. */
  vectorMemory: setting(
    'VECTOR_MEMORY',
    integer({ from: 1, to: 65_536, unit: mebibyte }),
    '512',
    'megabytes of memory for the vectors of recently searched workspaces',
  ),
  semanticTimeout: setting(
    'SEMANTIC_TIMEOUT',
    integer({ from: 10, to: 60_000 }),
    '300',
    'milliseconds a search waits for the [embeddings model](docs/search-semantic.md) before it falls back to keyword search',
  ),
  allowedHosts: setting(
    'WEBHOOK_ALLOWED_HOSTS',
    hosts,
    unset,
    'private hosts and networks that [webhooks](docs/webhooks.md), bots and models may call, such as `hooks.lan, 10.0.0.0/8`',
  ),
  /** All in milliseconds. */
  webhooks: {
    retrySchedule: setting(
      'WEBHOOK_RETRY_SCHEDULE',
      schedule,
      '0,5,300,1800,7200,18000,36000,50400,72000,86400',
      'seconds to wait before each delivery attempt',
    ),
    debounceMs: setting(
      'WEBHOOK_QUIET_SECONDS',
      integer({ from: 0, to: 3600, unit: second }),
      '30',
      "seconds without edits before a page's saves are delivered as one event",
    ),
    maxDebounceMs: setting(
      'WEBHOOK_BURST_SECONDS',
      integer({ from: 0, to: 86_400, unit: second }),
      '300',
      'longest time, in seconds, that saves are held back for that',
    ),
    logRetentionMs: setting(
      'WEBHOOK_LOG_DAYS',
      integer({ from: 4, to: 3650, unit: day }),
      '30',
      'days to keep deliveries in the log',
    ),
    bodyRetentionMs: setting(
      'WEBHOOK_BODY_DAYS',
      integer({ from: 4, to: 3650, unit: day }),
      '7',
      'days to keep request and response bodies; until then a delivery can be resent',
    ),
  },
  /** Milliseconds. */
  journalRetention: setting(
    'JOURNAL_DAYS',
    integer({ from: 1, to: 3650, unit: day }),
    '30',
    'days to keep the [journal](docs/administration.md#the-journal-of-changes) of page changes, with which changes of older versions are merged',
  ),
  /** Milliseconds; 0 is never. */
  fileCheckInterval: setting(
    'FILE_CHECK_DAYS',
    integer({ from: 0, to: 365, unit: day }),
    '7',
    'days between integrity checks of all file contents; `0` disables them',
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
