import type { Command } from 'commander'
import { requireUser } from '../domain/users.ts'
import { createWorkspace, listWorkspaces } from '../domain/workspaces.ts'
import { toIso } from '../lib/clock.ts'
import { type CommandOptions, runs } from './command.ts'
import { table } from './table.ts'

type AddOptions = CommandOptions & { owner: string; slug?: string }

export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('the workspaces of this server')

  const add = workspace
    .command('add <name>')
    .description('add a workspace')
    .requiredOption('--owner <email>', 'who owns it')
    .option(
      '--slug <slug>',
      'short name in commands and addresses; made from the name when left out',
    )
  runs<[string], AddOptions>(add, async ({ store }, { owner, slug }, name) => {
    const user = await requireUser(store, owner)
    const added = await createWorkspace(store, { name, slug }, user.id)
    return {
      text: `id    ${added.id}\nslug  ${added.slug}`,
      json: { id: added.id, slug: added.slug },
    }
  })

  runs(workspace.command('list').description('list the workspaces'), async ({ store }) => {
    const workspaces = await listWorkspaces(store)
    const rows = workspaces.map(({ slug, name, id }) => [slug, name, id])
    return {
      text: table(['SLUG', 'NAME', 'ID'], rows),
      json: { workspaces: workspaces.map((row) => ({ ...row, createdAt: toIso(row.createdAt) })) },
    }
  })
}
