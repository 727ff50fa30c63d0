import { Option } from 'commander'
import { dropMember, listMembers, putMember } from '../../domain/people/members.ts'
import { requireUser } from '../../domain/people/users.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { type Role, roles } from '../../lib/vocabulary.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { operator } from '../operator.ts'
import { table } from '../table.ts'

type User = Awaited<ReturnType<typeof requireUser>>
type RemoveOptions = CommandOptions & { handOverTo?: string }
type AddOptions = CommandOptions & { role: Role }

export function addMemberCommands(program: OperatorCommand): void {
  const member = program
    .command('member')
    .description('manage the members of a workspace; WORKSPACE is a slug or an ID')

  const add = member
    .command('add <workspace> <email>')
    .description('add a person to a workspace or change their role')
    .addOption(new Option('--role <role>', 'their role').choices(roles).default('MEMBER'))
  runs<[string, string], AddOptions>(add, async ({ store }, { role }, slugOrId, email) => {
    const workspace = await requireWorkspace(store, slugOrId)
    const user = await requireUser(store, email)
    await putMember(store, workspace.id, { userId: user.id, role }, operator())
    return {
      text: `${user.email} is ${role} of ${workspace.slug}.${warning(user)}`,
      json: { workspaceId: workspace.id, userId: user.id, role },
    }
  })

  const list = member.command('list <workspace>').description('list the members of a workspace')
  runs<[string], CommandOptions>(list, async ({ store }, _options, slugOrId) => {
    const workspace = await requireWorkspace(store, slugOrId)
    const members = await listMembers(store, workspace.id)
    const rows = members.map((row) => [row.email, `${row.firstName} ${row.lastName}`, row.role])
    const json = members.map((row) => ({ ...row, emailVerified: row.emailVerified === 1 }))
    return { text: table(['EMAIL', 'NAME', 'ROLE'], rows), json: { members: json } }
  })

  const remove = member
    .command('remove <workspace> <email>')
    .description('remove a person from a workspace')
    .option('--hand-over-to <email>', 'member who takes over the pages that the person manages')
  runs<[string, string], RemoveOptions>(remove, async ({ store }, options, slugOrId, email) => {
    const workspace = await requireWorkspace(store, slugOrId)
    const user = await requireUser(store, email)
    const to = options.handOverTo
    const handOverTo = to === undefined ? undefined : (await requireUser(store, to)).id
    const leaving = { handOverTo, unmanaged: 'kept' } as const
    await dropMember(store, workspace.id, user.id, operator(), leaving)
    return {
      text: `${user.email} is no longer a member of ${workspace.slug}.`,
      json: { workspaceId: workspace.id, userId: user.id, removed: true },
    }
  })
}

/** Whoever made an account at somebody's address would get in with it. */
function warning({ email, emailVerified }: Pick<User, 'email' | 'emailVerified'>): string {
  if (emailVerified === 1) return ''
  return `\nThe address ${email} is not verified. Ask the person if the account is theirs, then run \`quire user verify ${email}\`.`
}
