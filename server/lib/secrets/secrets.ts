import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flushSync } from '../disk.ts'
import { AppError } from '../errors.ts'

/** Keeps what must not stand readable in the store, such as the keys of other services. */
export type Secrets = {
  /** `purpose` is bound to the result: what was sealed for one thing does not open for another. */
  seal: (text: string, purpose: string) => string
  /** Undefined when it was sealed with another secret, for something else, or was changed since. */
  open: (sealed: string, purpose: string) => string | undefined
}

const fileName = 'secret.key'
const version = 'v1'

/**
 * AES-256-GCM with a key made from `secret`, or from a file in the data folder that is made when first
 * needed and that only its owner may read.
 */
export function openSecrets(dataFolder: string, secret: string | undefined): Secrets {
  let known: Buffer | undefined
  const key = () => (known ??= derive(secret ?? readOrMake(join(dataFolder, fileName))))
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), sealed]
      return [version, ...parts.map((part) => part.toString('base64url'))].join('.')
    },
    open: (sealed, purpose) => {
      const [name, ...parts] = sealed.split('.')
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (name !== version || nonce?.length !== 12 || tag?.length !== 16) return undefined
      if (text === undefined) return undefined
      try {
        const cipher = createDecipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(purpose))
        cipher.setAuthTag(tag)
        return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
      } catch (error) {
        if (error instanceof AppError) throw error
        return undefined
      }
    },
  }
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'quire secrets', 32))
}

function readOrMake(file: string): string {
  const found = read(file)
  if (found !== undefined) return found
  const created = randomBytes(32).toString('hex')
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${created}\n`)
    fsyncSync(handle)
    closeSync(handle)
    flushSync(dirname(file))
    return created
  } catch (error) {
    // Another process made it a moment ago; it may still be writing.
    if (isCode(error, 'EEXIST')) return waitFor(file)
    throw unusable(file, error)
  }
}

function waitFor(file: string): string {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = read(file)
    if (found !== undefined) return found
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  }
  throw unusable(file, undefined)
}

function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text.length === 64 ? text : undefined
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw unusable(file, error)
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function unusable(file: string, cause: unknown): AppError {
  return new AppError(
    'STORE_UNUSABLE',
    `The secret in ${file} cannot be read or made. Make it readable, put it back from where you keep it, or remove it and enter again what it sealed.`,
    { cause },
  )
}
