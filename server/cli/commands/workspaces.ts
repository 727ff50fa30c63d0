import { readFile } from 'node:fs/promises'
import { readInstructions, writeInstructions } from '../../domain/people/active-workspace.ts'
import { requireUser } from '../../domain/people/users.ts'
import { removeWorkspace } from '../../domain/people/workspace-removal.ts'
import {
  createWorkspace,
  listWorkspaces,
  requireWorkspace,
} from '../../domain/people/workspaces.ts'
import { toIso } from '../../lib/clock.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { table } from '../table.ts'

type InstructionOptions = CommandOptions & { file?: string }
type RemoveOptions = CommandOptions & { name: string }
type AddOptions = CommandOptions & { owner: string; slug?: string }

export function addWorkspaceCommands(program: OperatorCommand): void {
  const workspace = program.command('workspace').description('manage the workspaces on this server')

  const add = workspace
    .command('add <name>')
    .description('add a workspace')
    .requiredOption('--owner <email>', 'email address of the owner')
    .option('--slug <slug>', 'short name in commands and URLs; default: derived from the name')
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

  const remove = workspace
    .command('remove <workspace>')
    .description('permanently delete a workspace and its content; keeps its people')
    .requiredOption('--name <name>', 'name of the workspace, to confirm')
  runs<[string], RemoveOptions>(remove, async ({ store }, { name }, slugOrId) => {
    const { id, slug } = await removeWorkspace(store, slugOrId, name)
    return { text: `Deleted the workspace ${slug}.`, json: { id, slug, removed: true } }
  })

  const instructions = workspace
    .command('instructions <workspace>')
    .description('show or set the instructions for agents')
    .option(
      '--file <file>',
      'Markdown file to set; - reads standard input, an empty file removes the instructions',
    )
  runs<[string], InstructionOptions>(instructions, async ({ store }, { file }, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    if (file === undefined) {
      const instructions = await readInstructions({ store }, id)
      return { text: instructions ?? '', json: { workspaceId: id, instructions } }
    }
    const read = file === '-' ? await workspace.session.readInput() : await readFile(file, 'utf8')
    const instructions = await writeInstructions(store, slugOrId, read)
    const done = instructions === null ? 'has no instructions' : 'has new instructions'
    return {
      text: `The workspace ${slug} ${done}.`,
      json: { workspaceId: id, instructions },
    }
  })
}
