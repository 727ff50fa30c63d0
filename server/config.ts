import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { AppError } from './lib/errors.ts'
import { badSetting, parseSetting } from './lib/setting-formats.ts'
import { isSetting, settings, type SettingsTable, type SettingValues } from './settings.ts'

export type Config = ReturnType<typeof readConfig>
export type S3Config = NonNullable<Config['s3']>
export type MailConfig = NonNullable<Config['mail']>

export type Environment = Record<string, string | undefined>

/** The only reader of the environment. A bad value ends the start with a sentence that names it. */
export function readConfig(environment: Environment = process.env) {
  // SAFETY: read() gives each entry the value of its own format.
  const values = read(settings, environment) as SettingValues<typeof settings>
  const { databasePassword, exports, ...config } = values
  const dataFolder = resolve(config.dataFolder)
  return {
    ...config,
    dataFolder,
    databaseUrl: withPassword(config.databaseUrl, databasePassword),
    uploadFolder: resolve(config.uploadFolder ?? join(dataFolder, 'uploads')),
    s3: s3Of(config.s3),
    mail: mailOf(config.mail, config.publicUrl),
    oidc: oidcOf(config.oidc),
    exportSchedule: scheduleOf(exports, config.s3),
    allowedHosts: config.allowedHosts ?? { names: new Set<string>(), networks: [] },
  }
}

function read(table: SettingsTable, environment: Environment): object {
  const entries = Object.entries(table).map(([key, entry]) => {
    if (!isSetting(entry)) return [key, read(entry, environment)]
    const set = environment[entry.name]?.trim()
    const given = set === undefined || set === '' ? entry.default : set
    return [key, given === undefined ? undefined : parseSetting(entry.name, entry.format, given)]
  })
  return Object.fromEntries(entries)
}

/** The settings of the store that another one is moved to: a database, or a data folder. */
export function readTarget(
  to: string,
  bucketUrl: string | undefined,
  environment: Environment,
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
function withPassword(
  address: string | undefined,
  password: string | undefined,
): string | undefined {
  if (address === undefined || password === undefined) return address
  const url = new URL(address)
  url.password = encodeURIComponent(password)
  return url.href
}

type Group<Name extends 's3' | 'mail' | 'oidc' | 'exports'> = SettingValues<(typeof settings)[Name]>

function s3Of({ url, region, accessKeyId, secretAccessKey }: Group<'s3'>) {
  if (url === undefined) return undefined
  const key = 'a key for the bucket in S3_BUCKET_URL'
  if (accessKeyId === undefined) throw badSetting('S3_ACCESS_KEY_ID', '', key)
  if (secretAccessKey === undefined) throw badSetting('S3_SECRET_ACCESS_KEY', '', key)
  return { url, region, accessKeyId, secretAccessKey }
}

function scheduleOf({ folder, bucket, ...schedule }: Group<'exports'>, files: Group<'s3'>) {
  const { url } = bucket
  if (url === undefined) {
    return folder === undefined ? undefined : { folder: resolve(folder), ...schedule }
  }
  if (folder !== undefined) {
    throw badSetting('EXPORT_BUCKET_URL', url, 'unset where EXPORT_FOLDER is set')
  }
  const {
    region = files.region,
    accessKeyId = files.accessKeyId,
    secretAccessKey = files.secretAccessKey,
  } = bucket
  const key = 'a key for the bucket in EXPORT_BUCKET_URL'
  if (accessKeyId === undefined) throw badSetting('EXPORT_ACCESS_KEY_ID', '', key)
  if (secretAccessKey === undefined) throw badSetting('EXPORT_SECRET_ACCESS_KEY', '', key)
  const setting = 'EXPORT_BUCKET_URL'
  return { bucket: { url, region, accessKeyId, secretAccessKey, setting }, ...schedule }
}

function mailOf({ url, from }: Group<'mail'>, publicUrl: string | undefined) {
  if (url === undefined) return undefined
  if (from === undefined || !from.includes('@')) {
    const expected = 'the sender of mails, such as Quire <quire@example.com>'
    throw badSetting('MAIL_FROM', from ?? '', expected)
  }
  // Who asks for a mail also names a host, in a header anyone can write.
  if (publicUrl === undefined) {
    throw badSetting('PUBLIC_URL', '', 'set where SMTP_URL is: links in mails begin with it')
  }
  return { url, from }
}

function oidcOf({ issuer, clientId, clientSecret, ...others }: Group<'oidc'>) {
  if (issuer === undefined) return undefined
  const client = 'what the provider in OIDC_ISSUER gave you for this server'
  if (clientId === undefined) throw badSetting('OIDC_CLIENT_ID', '', client)
  if (clientSecret === undefined) throw badSetting('OIDC_CLIENT_SECRET', '', client)
  return { issuer, clientId, clientSecret, ...others }
}

/** Adds the settings of a file; what the environment says already stays. */
export function loadSettings(file: string, environment: Environment): void {
  try {
    const settings = parseEnv(readFileSync(file, 'utf8'))
    for (const [name, value] of Object.entries(settings)) environment[name] ??= value
  } catch (cause) {
    const message = `The settings in ${resolve(file)} cannot be read. Name a file that this user may read.`
    throw new AppError('VALIDATION_FAILED', message, { cause })
  }
}
