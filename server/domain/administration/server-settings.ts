import type { Static } from 'typebox'
import { clock, dayMs } from '../../lib/clock.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import { keys, type Reader, serverSettings, type Store } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { operatorActor, recordAudit } from './audit.ts'
import { requireOwnSecondFactor, startSingleSignOn } from './sign-in-policies.ts'

export const workspaceCreators = ['everyone', 'administrators'] as const
export const inviters = ['workspace-admins', 'administrators'] as const

export const publishers = ['page-managers', 'disabled'] as const

/** Null is no limit. */
const limit = Type.Union([Type.Number(), Type.Null()])

/** Settings of the whole server, changed by administrators. */
const schemas = {
  workspaceCreators: Type.Enum([...workspaceCreators]),
  inviters: Type.Enum([...inviters]),
  publishers: Type.Enum([...publishers]),
  pagesPerWorkspace: limit,
  fileBytesPerWorkspace: limit,
  pagesPerPerson: limit,
  fileBytesPerPerson: limit,
  /** Counts active keys: neither revoked nor expired. */
  keysPerPerson: limit,
  /** Days that an API key can be valid. */
  maxKeyDays: limit,
  /** Of keys that people create in the web app without saying what the key may do. */
  keysReadOnlyByDefault: Type.Boolean(),
  workspacesPerDay: limit,
  uploadsPerPerson: limit,
  uploadBytesPerPerson: limit,
  mailsPerHour: Type.Number(),
  mailsPerDay: Type.Number(),
  mailsPerAddress: Type.Number(),
  mailsOfServer: Type.Number(),
  /** Of one share link. */
  visitorCommentsPerHour: Type.Number(),
  visitorChangesPerHour: Type.Number(),
  requireTwoFactors: Type.Boolean(),
  requireSingleSignOn: Type.Boolean(),
  passwordLength: Type.Number(),
  /** A zxcvbn score from 0 to 4; 3 takes more than 100 million guesses. */
  passwordScore: Type.Number(),
}

export type ServerSettings = { [Name in keyof typeof schemas]: Static<(typeof schemas)[Name]> }

const readers = new Map(
  Object.entries(schemas).map(([name, schema]) => [
    name,
    storedJson('server_settings.value', fits(schema)),
  ]),
)

const gibibyte = 1024 ** 3

export const defaultSettings: ServerSettings = {
  workspaceCreators: 'everyone',
  inviters: 'workspace-admins',
  publishers: 'page-managers',
  pagesPerWorkspace: null,
  fileBytesPerWorkspace: null,
  pagesPerPerson: null,
  fileBytesPerPerson: null,
  keysPerPerson: 100,
  maxKeyDays: null,
  keysReadOnlyByDefault: false,
  workspacesPerDay: 20,
  uploadsPerPerson: 50,
  uploadBytesPerPerson: 50 * gibibyte,
  mailsPerHour: 30,
  mailsPerDay: 100,
  mailsPerAddress: 5,
  mailsOfServer: 500,
  visitorCommentsPerHour: 60,
  visitorChangesPerHour: 3000,
  requireTwoFactors: false,
  requireSingleSignOn: false,
  passwordLength: 8,
  passwordScore: 3,
}

/** Changes by other processes take effect here after this time. */
const cacheMs = 5000
const cache = new WeakMap<Store, { at: number; settings: Promise<ServerSettings> }>()

/** The settings, cached because nearly every write reads them. */
export function readServerSettings(store: Store): Promise<ServerSettings> {
  const known = cache.get(store)
  if (known !== undefined && Math.abs(clock.now() - known.at) < cacheMs) return known.settings
  const settings = loadServerSettings(store)
  const entry = { at: clock.now(), settings }
  cache.set(store, entry)
  settings.catch(() => {
    if (cache.get(store) === entry) cache.delete(store)
  })
  return settings
}

/** The settings as they are stored, for a transaction. */
export async function loadServerSettings(store: Reader): Promise<ServerSettings> {
  const rows = (await serverSettings.list(store)).flatMap(({ name, value }) => {
    const readValue = readers.get(name)
    return readValue === undefined ? [] : [[name, readValue(value, name)] as const]
  })
  return { ...defaultSettings, ...Object.fromEntries(rows) }
}

/** Changes only the given settings. Throws VALIDATION_FAILED for a policy that would lock out the caller. */
export async function updateServerSettings(
  { store, caller, signIn }: Pick<Context, 'store' | 'caller' | 'signIn'>,
  change: Partial<ServerSettings>,
): Promise<ServerSettings> {
  const before = await loadServerSettings(store)
  const changed = Object.entries(change).filter(
    // SAFETY: the schema of the operation lets no other names through.
    ([name, value]) => value !== undefined && before[name as keyof ServerSettings] !== value,
  )
  if (changed.length > 0) {
    await store.transactIn('none', async (transaction) => {
      if (change.requireTwoFactors === true)
        await requireOwnSecondFactor(transaction, caller.userId)
      if (change.requireSingleSignOn === true) {
        await startSingleSignOn(transaction, caller, signIn.oidc !== undefined)
      }
      for (const [name, value] of changed) {
        const row = { name, value: JSON.stringify(value) }
        await serverSettings.put(transaction, row, clock.now())
      }
      const { maxKeyDays } = change
      if (typeof maxKeyDays === 'number') {
        await keys.shorten(transaction, maxKeyDays * dayMs)
      }
      const details = Object.fromEntries(changed)
      await recordAudit(transaction, caller, { action: 'server-settings.update', details })
    })
  }
  cache.delete(store)
  return readServerSettings(store)
}

/** For the operator, when nobody can sign in to change them. */
export async function turnOffSignInPolicies(store: Store): Promise<void> {
  const off = { requireTwoFactors: false, requireSingleSignOn: false }
  await store.transactIn('none', async (transaction) => {
    for (const name of Object.keys(off)) {
      await serverSettings.put(transaction, { name, value: 'false' }, clock.now())
    }
    const entry = { action: 'server-settings.update', details: off } as const
    await recordAudit(transaction, operatorActor, entry)
  })
  cache.delete(store)
}
