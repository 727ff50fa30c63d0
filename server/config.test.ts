import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'
import { AppError } from './lib/errors.ts'

/** Values that stop the start, and a part of what is said then. */
const wrong: [name: string, value: string, expected: RegExp][] = [
  ['PORT', 'eighty', /a whole number from 0 to 65535/],
  ['PORT', '65536', /65535/],
  ['PORT', '-1', /from 0/],
  ['PORT', '80.5', /whole number/],
  ['PORT', '0x50', /whole number/],
  ['PUBLIC_URL', 'notes.example.com', /https:\/\/notes\.example\.com/],
  ['PUBLIC_URL', 'ftp://notes.example.com', /web address/],
  ['PUBLIC_URL', 'https://notes.example.com/?a=b', /web address/],
  ['PUBLIC_URL', 'https://ada:secret@notes.example.com', /web address/],
  ['LOG_LEVEL', 'loud', /one of trace, debug, info/],
  ['TRUST_PROXY', 'yes', /true, false/],
  ['TRUST_PROXY', 'abc', /10\.0\.0\.0\/8/],
  ['TRUST_PROXY', '10.0.0.0/33', /networks/],
  ['TRUST_PROXY', '10.0.0.0/0', /networks/],
  ['TRUST_PROXY', '10.0.0.1,', /networks/],
  ['TRUST_PROXY', 'fe80::1%eth0', /networks/],
  ['TRUST_PROXY', '1.2.3.4.5', /networks/],
  ['TRUST_PROXY', '::1/129', /networks/],
  ['RATE_LIMIT', 'off', /whole number/],
  ['BODY_LIMIT', '12', /from 1024/],
  ['UPLOAD_LIMIT', '5GB', /a whole number/],
  ['REQUEST_TIMEOUT', '0', /from 1/],
  ['DATABASE_URL', 'mysql://localhost/quire', /postgres:\/\/user/],
  ['DATABASE_URL', 'quire.db', /postgres:\/\/user/],
  ['DATABASE_CONNECTIONS', '1', /from 2/],
  ['S3_BUCKET_URL', 's3://quire', /web address/],
  ['S3_BUCKET_URL', 'https://s3.example.com', /address of a bucket/],
  ['ROLES', 'api,cook', /some of web,api,worker/],
  ['DRAIN_SECONDS', '-1', /from 0/],
  ['WEBHOOK_ALLOWED_HOSTS', 'http://hooks.lan', /hosts and networks/],
  ['WEBHOOK_ALLOWED_HOSTS', '10.0.0.0/40', /10\.0\.0\.0\/8/],
  ['WEBHOOK_RETRY_SCHEDULE', '0,soon', /seconds before each attempt/],
  ['WEBHOOK_RETRY_SCHEDULE', '0,,5', /seconds before each attempt/],
  ['WEBHOOK_QUIET_SECONDS', '-1', /from 0/],
  ['WEBHOOK_BURST_SECONDS', 'long', /from 0/],
  ['WEBHOOK_LOG_DAYS', '0', /from 4/],
  ['WEBHOOK_BODY_DAYS', '3', /from 4/],
]

describe('DATABASE_PASSWORD', () => {
  it('is asked for, or for an encoded one, where an address does not hold a password as it is', () => {
    for (const password of ['a/b+c=', 'a#b', 'a?b']) {
      const settings = { DATABASE_URL: `postgres://quire:${password}@db:5432/quire` }
      assert.throws(
        () => readConfig(settings),
        (error) => {
          const message = error instanceof AppError ? error.message : ''
          assert.match(message, /write \/ as %2F, # as %23.*DATABASE_PASSWORD/)
          return !message.includes(password)
        },
      )
    }
  })

  it('goes into the address, whatever it holds', () => {
    const password = 'a/b#c?d@e%f+g h:ü'
    const settings = { DATABASE_URL: 'postgres://quire@db/quire', DATABASE_PASSWORD: password }
    const { databaseUrl = '' } = readConfig(settings)
    assert.equal(decodeURIComponent(new URL(databaseUrl).password), password)
    assert.equal(new URL(databaseUrl).host, 'db')
    assert.equal(readConfig({ DATABASE_PASSWORD: password }).databaseUrl, undefined)
  })
})

describe('readConfig', () => {
  for (const [name, value, expected] of wrong) {
    it(`refuses ${name}=${value} in a sentence that names it`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) =>
          error instanceof AppError &&
          error.message.startsWith(`${name} is "${value}" but must be `) &&
          expected.test(error.message),
      )
    })
  }

  it('has a default for everything, and takes an empty value as none', () => {
    const config = readConfig({})
    assert.deepEqual(
      [config.host, config.port, config.dataFolder, config.publicUrl, config.trustProxy],
      ['127.0.0.1', 8082, resolve('data'), undefined, false],
    )
    assert.deepEqual(readConfig({ PORT: ' ', PUBLIC_URL: '', LOG_LEVEL: '' }), config)
  })

  it('takes the address without a slash at its end, and a path with it', () => {
    const publicUrl = (value: string) => readConfig({ PUBLIC_URL: value }).publicUrl
    assert.equal(publicUrl('https://notes.example.com/'), 'https://notes.example.com')
    assert.equal(publicUrl(' http://example.com:8080/notes// '), 'http://example.com:8080/notes')
  })

  it('shows nothing that may be a password', () => {
    assert.throws(
      () => readConfig({ DATABASE_URL: 'mysql://ada:secret@localhost/quire' }),
      (error) => error instanceof AppError && !error.message.includes('secret'),
    )
  })

  it('wants the key of the bucket with its address', () => {
    const S3_BUCKET_URL = 'https://s3.example.com/quire'
    assert.throws(() => readConfig({ S3_BUCKET_URL }), /S3_ACCESS_KEY_ID/)
    const partly = { S3_BUCKET_URL, S3_ACCESS_KEY_ID: 'a' }
    assert.throws(() => readConfig(partly), /S3_SECRET_ACCESS_KEY/)
    const { s3 } = readConfig({ ...partly, S3_SECRET_ACCESS_KEY: 'b' })
    assert.deepEqual([s3?.url, s3?.region], [S3_BUCKET_URL, 'us-east-1'])
  })

  it('trusts all proxies, none, or those of some networks', () => {
    const trust = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy
    assert.deepEqual([trust('true'), trust('false')], [true, false])
    for (const list of ['10.0.0.0/8', '127.0.0.1, 10.1.2.3', '::1', 'fd00::/8,10.0.0.0/8']) {
      assert.equal(trust(list), list)
    }
  })

  it('wants a sender and an address of its own where it sends mail, and shows no password', () => {
    const SMTP_URL = 'smtp://ada:secret@mail.example.com:587'
    assert.throws(() => readConfig({ SMTP_URL: 'https://ada:secret@host' }), /SMTP_URL is "…@host"/)
    assert.throws(() => readConfig({ SMTP_URL }), /MAIL_FROM/)
    const MAIL_FROM = 'Quire <quire@example.com>'
    assert.throws(() => readConfig({ SMTP_URL, MAIL_FROM }), /PUBLIC_URL/)
    const { mail } = readConfig({ SMTP_URL, MAIL_FROM, PUBLIC_URL: 'https://notes.example.com' })
    assert.deepEqual(mail, { url: SMTP_URL, from: MAIL_FROM })
  })

  it('wants a provider of sign-in by TLS, or on this machine, with what it gave this server', () => {
    const OIDC_ISSUER = 'https://id.example.com'
    for (const issuer of ['id', 'http://id.example.com', 'ftp://id.example.com']) {
      assert.throws(() => readConfig({ OIDC_ISSUER: issuer }), /OIDC_ISSUER/)
    }
    assert.throws(() => readConfig({ OIDC_ISSUER }), /OIDC_CLIENT_ID/)
    const client = { OIDC_CLIENT_ID: 'quire' }
    assert.throws(() => readConfig({ OIDC_ISSUER, ...client }), /OIDC_CLIENT_SECRET/)
    const { oidc } = readConfig({ OIDC_ISSUER, ...client, OIDC_CLIENT_SECRET: 's' })
    assert.deepEqual([oidc?.name, oidc?.joinWorkspace], ['Single sign-on', undefined])
    const local = { OIDC_ISSUER: 'http://127.0.0.1:3000', ...client, OIDC_CLIENT_SECRET: 's' }
    assert.equal(readConfig(local).oidc?.issuer, 'http://127.0.0.1:3000')
  })

  it('counts a time limit in milliseconds', () => {
    assert.equal(readConfig({ REQUEST_TIMEOUT: '5' }).requestTimeout, 5000)
  })
})
