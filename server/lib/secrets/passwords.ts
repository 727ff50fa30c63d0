import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveNow = promisify(argon2)
const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

type Input = Parameters<typeof deriveNow>[1]

/** Node has four threads for all of its slow work; files are read and written by the others. */
const maxConcurrent = 2
let running = 0
const waiting: (() => void)[] = []

async function derive(input: Input): Promise<Buffer> {
  if (running >= maxConcurrent) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    return await deriveNow('argon2id', input)
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/** Argon2id in the PHC string format, with the first parameters OWASP recommends (19 MiB, 2 passes). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const settings = { nonce, memory, passes, parallelism, tagLength }
  const tag = await derive({ message: password, ...settings })
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

const phc =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[\w+/]+)\$(?<tag>[\w+/]+)$/

/** Without a hash it takes as long as with one: who has an account is not to be told by the clock. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = phc.exec(hash ?? '')?.groups
  const nonce = Buffer.from(parts?.['nonce'] ?? 'AAAAAAAAAAAAAAAAAAAAAA', 'base64')
  const known = Buffer.from(parts?.['tag'] ?? '', 'base64')
  const tag = await derive({
    message: password,
    nonce,
    memory: Number(parts?.['memory'] ?? memory),
    passes: Number(parts?.['passes'] ?? passes),
    parallelism: Number(parts?.['parallelism'] ?? parallelism),
    tagLength: parts === undefined ? tagLength : known.length,
  })
  return parts !== undefined && timingSafeEqual(known, tag)
}
