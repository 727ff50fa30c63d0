import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { AppError } from './lib/errors.ts'
import { type AllowedHosts, readAllowedHosts } from './lib/network/address-guard.ts'

export type Config = {
  host: string
  port: number
  dataFolder: string
  /** PostgreSQL instead of SQLite in the data folder. */
  databaseUrl: string | undefined
  /** To PostgreSQL, at most. */
  connections: number
  /** The longest a statement of PostgreSQL may run that a request waits for. */
  statementTimeoutMs: number
  /** Where the bytes of files are, instead of a folder. */
  s3: S3Config | undefined
  roles: ReadonlySet<Role>
  /** Milliseconds to say at `/readyz` that no more is taken, before nothing more is taken. */
  drainTime: number
  /** Without a slash at the end. */
  publicUrl: string | undefined
  logLevel: LogLevel
  /** Whose `X-Forwarded-*` headers to believe: false, true, or addresses and networks. */
  trustProxy: boolean | string
  /** Requests per minute and key; 0 is no limit. */
  rateLimit: number
  /** Bytes of an ordinary request body. */
  bodyLimit: number
  /** Bytes of one file. */
  uploadLimit: number
  /** Where uploads are until they are whole. */
  uploadFolder: string
  /** Milliseconds a request may take to arrive. */
  requestTimeout: number
  metricsToken: string | undefined
  /** Seals the keys of other services; undefined is a file in the data folder. */
  secret: string | undefined
  /** How to send mail; undefined sends none. */
  mail: MailConfig | undefined
  /** A provider of OpenID Connect by which people sign in too. */
  oidc: OidcConfig | undefined
  /** Bytes of memory for the vectors of the workspaces searched last. */
  vectorMemory: number
  /** Milliseconds a search waits for meaning; after that, words alone answer. */
  semanticTimeout: number
  /** Where calls may go that is not public. */
  allowedHosts: AllowedHosts
  webhooks: WebhookConfig
  /** Milliseconds between two checks of the contents of all files; 0 is none. */
  fileCheckInterval: number
}

/** Times in milliseconds. */
export type WebhookConfig = {
  /** The wait before each attempt. */
  retrySchedule: readonly number[]
  /** Saves of the editor are told when nothing was saved for so long, */
  quietTime: number
  /** and at the latest after this. */
  longestBurst: number
  logTime: number
  /** Of what was sent and answered. */
  bodyTime: number
}

export type MailConfig = { url: string; from: string }

export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button. */
  name: string
  /** Slug of a workspace that everybody whom the provider lets in becomes a member of. */
  joinWorkspace: string | undefined
}

export type S3Config = {
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What a process does: people's pages and the docs, what programs call, work that goes on by itself. */
export const roles = ['web', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const second = 1000
const day = 86_400_000

export type Environment = Record<string, string | undefined>

/** The only reader of the environment. A bad value ends the start with a sentence that names it. */
export function readConfig(environment: Environment = process.env): Config {
  const setting = (name: string) => {
    const value = environment[name]?.trim()
    return value === '' ? undefined : value
  }
  const dataFolder = resolve(setting('QUIRE_DATA') ?? './data')
  return {
    host: setting('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', setting('PORT') ?? '8082', { from: 0, to: 65_535 }),
    dataFolder,
    databaseUrl: databaseUrl(setting('DATABASE_URL'), setting('DATABASE_PASSWORD')),
    connections: wholeNumber('DATABASE_CONNECTIONS', setting('DATABASE_CONNECTIONS') ?? '16', {
      from: 2,
      to: 1000,
    }),
    statementTimeoutMs:
      wholeNumber('DATABASE_STATEMENT_SECONDS', setting('DATABASE_STATEMENT_SECONDS') ?? '15', {
        from: 1,
        to: 3600,
      }) * second,
    s3: s3Of(
      webAddress('S3_BUCKET_URL', setting('S3_BUCKET_URL')),
      setting('S3_REGION') ?? 'us-east-1',
      setting('S3_ACCESS_KEY_ID'),
      setting('S3_SECRET_ACCESS_KEY'),
    ),
    roles: rolesOf(setting('ROLES') ?? 'web,api,worker'),
    drainTime:
      wholeNumber('DRAIN_SECONDS', setting('DRAIN_SECONDS') ?? '0', { from: 0, to: 600 }) * 1000,
    publicUrl: webAddress('PUBLIC_URL', setting('PUBLIC_URL')),
    logLevel: oneOf('LOG_LEVEL', setting('LOG_LEVEL') ?? 'warn', logLevels),
    trustProxy: proxies(setting('TRUST_PROXY')),
    rateLimit: wholeNumber('RATE_LIMIT', setting('RATE_LIMIT') ?? '60000', { from: 0, to: 1e9 }),
    bodyLimit: wholeNumber('BODY_LIMIT', setting('BODY_LIMIT') ?? '1048576', {
      from: 1024,
      to: 2 ** 30,
    }),
    uploadLimit: wholeNumber('UPLOAD_LIMIT', setting('UPLOAD_LIMIT') ?? '5368709120', {
      from: 1,
      to: 2 ** 48,
    }),
    uploadFolder: resolve(setting('UPLOAD_FOLDER') ?? join(dataFolder, 'uploads')),
    requestTimeout:
      wholeNumber('REQUEST_TIMEOUT', setting('REQUEST_TIMEOUT') ?? '60', { from: 1, to: 3600 }) *
      1000,
    metricsToken: setting('METRICS_TOKEN'),
    secret: longEnough('QUIRE_SECRET', setting('QUIRE_SECRET')),
    mail: mailOf(setting('SMTP_URL'), setting('MAIL_FROM'), setting('PUBLIC_URL') !== undefined),
    oidc: oidcOf(
      setting('OIDC_ISSUER'),
      setting('OIDC_CLIENT_ID'),
      setting('OIDC_CLIENT_SECRET'),
      setting('OIDC_NAME') ?? 'Single sign-on',
      setting('OIDC_JOIN_WORKSPACE'),
    ),
    vectorMemory:
      wholeNumber('VECTOR_MEMORY', setting('VECTOR_MEMORY') ?? '512', { from: 1, to: 65_536 }) *
      1024 *
      1024,
    semanticTimeout: wholeNumber('SEMANTIC_TIMEOUT', setting('SEMANTIC_TIMEOUT') ?? '300', {
      from: 10,
      to: 60_000,
    }),
    allowedHosts: allowedHosts(setting('WEBHOOK_ALLOWED_HOSTS')),
    fileCheckInterval:
      wholeNumber('FILE_CHECK_DAYS', setting('FILE_CHECK_DAYS') ?? '7', { from: 0, to: 365 }) * day,
    webhooks: {
      retrySchedule: schedule(
        setting('WEBHOOK_RETRY_SCHEDULE') ?? '0,5,300,1800,7200,18000,36000,50400,72000,86400',
      ),
      quietTime:
        wholeNumber('WEBHOOK_QUIET_SECONDS', setting('WEBHOOK_QUIET_SECONDS') ?? '30', {
          from: 0,
          to: 3600,
        }) * second,
      longestBurst:
        wholeNumber('WEBHOOK_BURST_SECONDS', setting('WEBHOOK_BURST_SECONDS') ?? '300', {
          from: 0,
          to: 86_400,
        }) * second,
      logTime:
        wholeNumber('WEBHOOK_LOG_DAYS', setting('WEBHOOK_LOG_DAYS') ?? '30', {
          from: 4,
          to: 3650,
        }) * day,
      bodyTime:
        wholeNumber('WEBHOOK_BODY_DAYS', setting('WEBHOOK_BODY_DAYS') ?? '7', {
          from: 4,
          to: 3650,
        }) * day,
    },
  }
}

/** The settings of the store that another one is moved to: a database, or a data folder. */
export function readTarget(
  to: string,
  bucketUrl: string | undefined,
  environment: Environment = process.env,
): Config {
  const isDatabase = /^\w+:\/\//.test(to)
  return readConfig({
    ...environment,
    ...(isDatabase
      ? { DATABASE_URL: to, DATABASE_PASSWORD: '' }
      : { DATABASE_URL: '', QUIRE_DATA: to, S3_BUCKET_URL: '' }),
    ...(bucketUrl === undefined ? {} : { S3_BUCKET_URL: bucketUrl }),
  })
}

/** `password` is as it is; one in the address is percent-encoded, as every part of an address. */
function databaseUrl(value: string | undefined, password: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol)) {
    if (password === undefined) return value
    url.password = encodeURIComponent(password)
    return url.href
  }
  // What stands before an @ may be a password.
  const shown = value.replace(/^.*@/, '…@')
  const hint = /^postgres(?:ql)?:.*@/.test(value)
    ? '. In a password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25, or leave it out and set DATABASE_PASSWORD'
    : '; unset is SQLite under QUIRE_DATA'
  throw bad('DATABASE_URL', shown, `postgres://user:password@host:port/database${hint}`)
}

function s3Of(
  url: string | undefined,
  region: string,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
): S3Config | undefined {
  if (url === undefined) return undefined
  if (!/^https?:\/\/[^/]+\/[^/]+$/.test(url)) {
    throw bad('S3_BUCKET_URL', url, 'the address of a bucket such as https://s3.example.com/quire')
  }
  const key = 'a key for the bucket in S3_BUCKET_URL'
  if (accessKeyId === undefined) throw bad('S3_ACCESS_KEY_ID', '', key)
  if (secretAccessKey === undefined) throw bad('S3_SECRET_ACCESS_KEY', '', key)
  return { url, region, accessKeyId, secretAccessKey }
}

function allowedHosts(value: string | undefined): AllowedHosts {
  const read = readAllowedHosts(value ?? '')
  if (read !== undefined) return read
  throw bad('WEBHOOK_ALLOWED_HOSTS', value ?? '', 'hosts and networks: hooks.lan, 10.0.0.0/8')
}

/** Seconds to wait before each attempt; the first is the first attempt itself. */
function schedule(value: string): number[] {
  const waits = value.split(',').map((part) => part.trim())
  const isGood = waits.every((wait) => /^\d+(?:\.\d+)?$/.test(wait) && Number(wait) <= 604_800)
  if (isGood && waits.length <= 50) return waits.map((wait) => Number(wait) * second)
  throw bad('WEBHOOK_RETRY_SCHEDULE', value, 'seconds before each attempt, such as 0,5,300')
}

function mailOf(
  url: string | undefined,
  from: string | undefined,
  isPublic: boolean,
): MailConfig | undefined {
  if (url === undefined) return undefined
  const parsed = URL.parse(url)
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    // What stands before an @ may be a password.
    const shown = url.replace(/^.*@/, '…@')
    throw bad(
      'SMTP_URL',
      shown,
      'smtp://user:password@host:587, or smtps:// for TLS from the start',
    )
  }
  if (from === undefined || !from.includes('@')) {
    throw bad('MAIL_FROM', from ?? '', 'the sender of mails, such as Quire <quire@example.com>')
  }
  // Who asks for a mail also names a host, in a header anyone can write.
  if (!isPublic) throw bad('PUBLIC_URL', '', 'set where SMTP_URL is: links in mails begin with it')
  return { url, from }
}

function oidcOf(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
  name: string,
  joinWorkspace: string | undefined,
): OidcConfig | undefined {
  if (issuer === undefined) return undefined
  const url = URL.parse(issuer)
  const isLocal = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))) {
    throw bad('OIDC_ISSUER', issuer, 'the https:// address of the provider, as it names itself')
  }
  const client = 'what the provider in OIDC_ISSUER gave you for this server'
  if (clientId === undefined) throw bad('OIDC_CLIENT_ID', '', client)
  if (clientSecret === undefined) throw bad('OIDC_CLIENT_SECRET', '', client)
  return { issuer, clientId, clientSecret, name, joinWorkspace }
}

function rolesOf(value: string): ReadonlySet<Role> {
  const names = value.split(',').map((name) => name.trim())
  const known = roles.filter((role) => names.includes(role))
  if (known.length === names.length) return new Set(known)
  throw bad('ROLES', value, `some of ${roles.join(',')}`)
}

function longEnough(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value.length >= 16) return value
  // Not shown: it may be most of a real one.
  throw bad(name, '…', '16 characters or more, such as `openssl rand -hex 32` prints')
}

function wholeNumber(
  name: string,
  value: string,
  { from, to }: { from: number; to: number },
): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= from && number <= to) return number
  throw bad(name, value, `a whole number from ${from} to ${to}`)
}

function webAddress(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isPlain = url !== null && url.search + url.hash + url.username + url.password === ''
  if (isPlain && /^https?:$/.test(url.protocol)) {
    return value.replace(/\/+$/, '')
  }
  throw bad(name, value, 'a web address such as https://notes.example.com')
}

function oneOf<Value extends string>(name: string, value: string, values: readonly Value[]): Value {
  const found = values.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw bad(name, value, `one of ${values.join(', ')}`)
}

function proxies(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value
  throw bad('TRUST_PROXY', value, 'true, false, or addresses and networks such as 10.0.0.0/8')
}

/** An IP address, or one with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  const longest = version === 4 ? 32 : 128
  return length === undefined || (/^[1-9]\d*$/.test(length) && Number(length) <= longest)
}

function bad(name: string, value: string, expected: string): AppError {
  return new AppError('VALIDATION_FAILED', `${name} is "${value}" but must be ${expected}.`)
}

/** Adds the settings of a file; what the environment says already stays. */
export function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (cause) {
    const message = `The settings in ${resolve(file)} cannot be read. Name a file that this user may read.`
    throw new AppError('VALIDATION_FAILED', message, { cause })
  }
}

/** What a child process is given: this process's environment with some settings replaced. */
export function environmentWith(settings: Environment): Environment {
  return { ...process.env, ...settings }
}
