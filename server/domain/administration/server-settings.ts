import { clock } from '../../lib/clock.ts'
import { serverSettings, type Store } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { recordAudit } from './audit.ts'

export const workspaceCreators = ['everyone', 'administrators'] as const
export const inviters = ['workspace-admins', 'administrators'] as const

/** What an administrator sets for the whole server. Null is no limit. */
export type ServerSettings = {
  workspaceCreators: (typeof workspaceCreators)[number]
  inviters: (typeof inviters)[number]
  pagesPerWorkspace: number | null
  fileBytesPerWorkspace: number | null
  pagesPerPerson: number | null
  fileBytesPerPerson: number | null
  /** Keys that are good: neither revoked nor past their end. */
  keysPerPerson: number | null
  workspacesPerDay: number | null
  uploadsPerPerson: number | null
  uploadBytesPerPerson: number | null
  mailsPerHour: number
  mailsPerDay: number
  mailsPerAddress: number
  mailsOfServer: number
  passwordLength: number
  /** Of 0 to 4, as zxcvbn counts: 3 takes more than 100 million guesses. */
  passwordScore: number
}

const gibibyte = 1024 ** 3

export const defaultSettings: ServerSettings = {
  workspaceCreators: 'everyone',
  inviters: 'workspace-admins',
  pagesPerWorkspace: null,
  fileBytesPerWorkspace: null,
  pagesPerPerson: null,
  fileBytesPerPerson: null,
  keysPerPerson: 100,
  workspacesPerDay: 20,
  uploadsPerPerson: 50,
  uploadBytesPerPerson: 50 * gibibyte,
  mailsPerHour: 30,
  mailsPerDay: 100,
  mailsPerAddress: 5,
  mailsOfServer: 500,
  passwordLength: 8,
  passwordScore: 3,
}

/** Milliseconds after which a change made by another process counts here. */
const freshness = 5000
const read = new WeakMap<Store, { at: number; settings: Promise<ServerSettings> }>()

/** As they are now, or were a moment ago: nearly every write asks. */
export function readServerSettings(store: Store): Promise<ServerSettings> {
  const known = read.get(store)
  if (known !== undefined && Math.abs(clock.now() - known.at) < freshness) return known.settings
  const settings = load(store)
  const entry = { at: clock.now(), settings }
  read.set(store, entry)
  settings.catch(() => {
    if (read.get(store) === entry) read.delete(store)
  })
  return settings
}

async function load(store: Store): Promise<ServerSettings> {
  const rows = (await serverSettings.list(store))
    .filter(({ name }) => name in defaultSettings)
    .map(({ name, value }) => [name, JSON.parse(value)] as const)
  return { ...defaultSettings, ...Object.fromEntries(rows) }
}

/** What is left out stays. */
export async function updateServerSettings(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  change: Partial<ServerSettings>,
): Promise<ServerSettings> {
  const before = await load(store)
  const changed = Object.entries(change).filter(
    // SAFETY: the schema of the operation lets no other names through.
    ([name, value]) => value !== undefined && before[name as keyof ServerSettings] !== value,
  )
  if (changed.length > 0) {
    await store.transactIn('nothing', async (transaction) => {
      for (const [name, value] of changed) {
        const row = { name, value: JSON.stringify(value) }
        await serverSettings.put(transaction, row, clock.now())
      }
      const details = Object.fromEntries(changed)
      await recordAudit(transaction, caller, { action: 'server-settings.update', details })
    })
  }
  read.delete(store)
  return readServerSettings(store)
}
