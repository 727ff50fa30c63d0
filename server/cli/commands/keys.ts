import { Option } from 'commander'
import {
  createKey,
  expiries,
  type Expiry,
  listKeys,
  revokeKey,
} from '../../domain/people/api-keys.ts'
import { requireUser } from '../../domain/people/users.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { toIso } from '../../lib/clock.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { table } from '../table.ts'

type AddOptions = CommandOptions & {
  name: string
  expires: Expiry
  readOnly?: boolean
  proposeOnly?: boolean
  forAgent?: boolean
  workspace?: string[]
}

export function addKeyCommands(program: OperatorCommand): void {
  const key = program.command('key').description('API keys')

  const add = key
    .command('add <email>')
    .description('create a key for a person and print it once')
    .option('--name <name>', 'purpose of the key', 'API key')
    .addOption(expiresOption('lifetime of the key'))
    .option('--read-only', 'make it read-only')
    .addOption(proposeOnlyOption('let it propose changes instead of writing'))
    .option('--for-agent', 'an agent uses it: it cannot accept proposals')
    .option('--workspace <workspaces...>', 'limit it to these workspaces')
  runs<[string], AddOptions>(add, async ({ store }, options, email) => {
    const { name, expires, readOnly, proposeOnly, forAgent, workspace } = options
    const user = await requireUser(store, email)
    const limits = workspace === undefined ? {} : { workspaceIds: await idsOf(store, workspace) }
    const rights = { readOnly, proposeOnly, forAgent }
    const created = await createKey(store, { userId: user.id, name, expires, ...rights, ...limits })
    const expiresAt = isoOrNull(created.expiresAt)
    return {
      text: `id       ${created.id}\nkey      ${created.key}\nexpires  ${expiresAt ?? 'never'}`,
      json: { id: created.id, key: created.key, expiresAt },
    }
  })

  const list = key.command('list <email>').description("list a person's keys")
  runs<[string], CommandOptions>(list, async ({ store }, _options, email) => {
    const user = await requireUser(store, email)
    const keys = (await listKeys(store, user.id)).map((row) => ({
      ...row,
      createdAt: toIso(row.createdAt),
      expiresAt: isoOrNull(row.expiresAt),
      lastUsedAt: isoOrNull(row.lastUsedAt),
    }))
    const rows = keys.map((row) => [
      row.id,
      `${row.firstCharacters}…${row.lastCharacters}`,
      row.name,
      row.state,
      row.expiresAt ?? 'never',
      row.lastUsedAt ?? 'never',
    ])
    return {
      text: table(['ID', 'KEY', 'NAME', 'STATE', 'EXPIRES', 'LAST USED'], rows),
      json: { keys },
    }
  })

  const revoke = key.command('revoke <id>').description('revoke a key immediately')
  runs<[string], CommandOptions>(revoke, async ({ store }, _options, id) => {
    await revokeKey(store, id)
    return { text: `Revoked ${id}.`, json: { id, revoked: true } }
  })
}

export function expiresOption(description: string, lifetime: Expiry = '90d'): Option {
  return new Option('--expires <when>', description).choices(expiries).default(lifetime)
}

export function proposeOnlyOption(description: string): Option {
  return new Option('--propose-only', description).conflicts('readOnly')
}

async function idsOf(
  store: Parameters<typeof requireWorkspace>[0],
  workspaces: readonly string[],
): Promise<string[]> {
  const ids = await Promise.all(
    workspaces.map(async (slugOrId) => (await requireWorkspace(store, slugOrId)).id),
  )
  return [...new Set(ids)]
}

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}
