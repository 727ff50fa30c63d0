import { InvalidArgumentError, Option } from 'commander'
import { type AuditItem, listAudit, readSince } from '../../domain/administration/audit-log.ts'
import { listUsers } from '../../domain/people/users.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { clock, toIso } from '../../lib/clock.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { table } from '../table.ts'

type Options = CommandOptions & { since?: string; workspace?: string; limit: number }

export function addAuditCommand(program: OperatorCommand): void {
  const command = program
    .command('audit')
    .description('show the audit log of accounts, permissions and settings, newest first')
    .option('--since <when>', 'start time (2026-11-22T08:00Z) or age (30m, 24h, 7d)')
    .option('--workspace <workspace>', 'slug or ID; only entries about this workspace')
    .addOption(
      new Option('--limit <count>', 'maximum number of entries')
        .default(200)
        .argParser(parseInteger),
    )

  runs<[], Options>(command, async ({ store }, { since, workspace, limit }) => {
    const query = { limit, since: since === undefined ? 0 : readSince(since, clock.now()) }
    const workspaceId =
      workspace === undefined ? undefined : (await requireWorkspace(store, workspace)).id
    const entries = await listAudit(store, { ...query, workspaceId })
    const people = new Map((await listUsers(store)).map(({ id, email }) => [id, email]))
    const rows = entries.map((entry) => rowOf(entry, people))
    const headings = [
      'TIME',
      'ACTION',
      'OUTCOME',
      'BY',
      'INTERFACE',
      'ADDRESS',
      'SUBJECT',
      'DETAILS',
    ]
    return {
      text: table(headings, rows),
      json: {
        entries: entries.map((entry) => ({ ...entry, createdAt: toIso(entry.createdAt) })),
      },
    }
  })
}

function rowOf(entry: AuditItem, people: ReadonlyMap<string, string>): string[] {
  const name = (id: string) => people.get(id) ?? id
  const actor = entry.via === 'cli' ? 'operator' : 'unknown'
  return [
    toIso(entry.createdAt),
    entry.action,
    entry.outcome,
    entry.actorId === null ? actor : name(entry.actorId),
    entry.via,
    entry.address ?? '-',
    entry.subject === null ? '-' : printable(name(entry.subject)),
    printable(JSON.stringify(entry.details)),
  ]
}

/** What somebody typed must not steer the terminal of who reads it. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}

function parseInteger(text: string): number {
  const number = Number(text)
  if (/^\d{1,6}$/.test(text) && number > 0) return number
  throw new InvalidArgumentError('Enter a whole number from 1 to 999999.')
}
