import { type Client, type ClientOptions, createClient } from '../index.ts'
import { version } from '../version.ts'
import { readAnswer } from './answers/read-answer.ts'
import type { Given, Session, Terminal } from './command.ts'
import { CommandError, exitCodes, misuse } from './exit-codes.ts'

const id = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const retries = 3
/** More than the list of 100,000 pages has. */
const maxAnswerBytes = 128 * 1024 * 1024

export function isId(text: string): boolean {
  return id.test(text)
}

type Opened = {
  /** The words of the command. */
  command: string
  given: Given
  isLocal: boolean
  writesFiles: boolean
}

/** Throws MISUSED where the environment names no server or key. */
export function openSession(
  terminal: Terminal,
  { command, given, isLocal, writesFiles }: Opened,
): Session {
  const { environment, signal } = terminal
  // What people see beside the changes.
  const program = command === 'sync' ? 'quire-sync' : 'quire'
  const userAgent = `${program}/${version}`
  const options = { ...(isLocal ? { baseUrl: '' } : readOptions(environment)), userAgent }
  const client = createClient({
    ...options,
    retries,
    signal,
    maxAnswerBytes,
    ...(writesFiles && { readAnswer }),
    onIgnoredFields: (fields) =>
      terminal.warn(
        `quire: this server ignores ${fields.join(', ')}. It may be older than this command.\n`,
      ),
  })
  let found: Promise<string> | undefined
  const wanted = given.text('workspace') ?? environment['QUIRE_WORKSPACE']
  return {
    client,
    options,
    terminal,
    isJson: given.has('json'),
    workspaceId: () => (found ??= findWorkspace(client, wanted)),
  }
}

function readOptions(environment: Terminal['environment']): ClientOptions {
  const baseUrl = environment['QUIRE_URL'] ?? ''
  const apiKey = environment['QUIRE_KEY'] ?? ''
  if (baseUrl === '' || apiKey === '') {
    const missing = baseUrl === '' ? 'QUIRE_URL' : 'QUIRE_KEY'
    throw misuse(
      `Set ${missing}: QUIRE_URL is the address of the server, and QUIRE_KEY is a key from Settings, API keys.`,
    )
  }
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw misuse(
      `QUIRE_URL is ${JSON.stringify(baseUrl)} but must be an address such as https://notes.example.com.`,
    )
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw misuse('QUIRE_KEY contains characters that no key has. Copy the key again.')
  return { baseUrl, apiKey }
}

/** Throws WORKSPACE_NOT_FOUND. */
export async function findWorkspace(client: Client, wanted = ''): Promise<string> {
  if (isId(wanted)) return wanted
  const { workspaces } = await client.workspaces.list()
  const matching =
    wanted === ''
      ? workspaces
      : workspaces.filter(({ slug, name }) => slug === wanted || name === wanted)
  const [only] = matching
  if (only !== undefined && matching.length === 1) return only.id
  const slugs = workspaces.map(({ slug }) => slug).join(', ')
  const reason =
    matching.length > 1
      ? 'The key opens several workspaces.'
      : `The key opens no workspace${wanted === '' ? '' : ` ${JSON.stringify(wanted)}`}.`
  throw new CommandError(
    `${reason} Name one with --workspace or QUIRE_WORKSPACE: ${slugs}.`,
    'WORKSPACE_NOT_FOUND',
    matching.length > 1 ? exitCodes.misused : exitCodes.missing,
  )
}

/** Options of a read, which the server never carries out twice. */
export function repeatable(): { idempotencyKey: string } {
  return { idempotencyKey: crypto.randomUUID() }
}

/** The ID of a page that is named by its ID, its address or its exact title. Throws PAGE_NOT_FOUND. */
export async function findPageId(session: Session, page: string): Promise<string> {
  if (isId(page)) return page
  const workspaceId = await session.workspaceId()
  return (await session.client.pages.get({ workspaceId, page, maxBytes: 100 }, repeatable())).id
}

/** Throws MISUSED. */
export function readNumber(given: Given, option: string): number | undefined {
  const text = given.text(option)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw misuse(`--${option} must be a whole number.`)
  return Number(text)
}
