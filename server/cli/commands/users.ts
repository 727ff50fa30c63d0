import { noteAudit, operatorActor } from '../../domain/administration/audit.ts'
import { disableUser, enableUser } from '../../domain/people/accounts/disabling.ts'
import { issueResetLink } from '../../domain/people/sign-in/password-reset.ts'
import {
  createUser,
  listUsers,
  removeUser,
  requireUser,
  verifyUser,
} from '../../domain/people/users.ts'
import { toIso } from '../../lib/clock.ts'
import type { users } from '../../store/index.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { operator } from '../operator.ts'
import { origin } from '../origin.ts'
import { table } from '../table.ts'

type AddOptions = CommandOptions & { firstName: string; lastName: string; passwordStdin?: boolean }
type ResetOptions = CommandOptions & { withoutSecondFactor?: true }

export function addUserCommands(program: OperatorCommand): void {
  const user = program.command('user').description('manage the people on this server')

  const add = user
    .command('add <email>')
    .description('add a person')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .option('--password-stdin', 'read a password from standard input')
  runs<[string], AddOptions>(add, async ({ store }, options, email) => {
    const { firstName, lastName, passwordStdin } = options
    const typed = passwordStdin === true ? await user.session.readInput() : undefined
    // Only the end of the line goes: a space at the end may be part of the password.
    const password = typed?.replace(/\r?\n$/, '')
    const added = await createUser(store, { email, firstName, lastName, password })
    return { text: `Added ${added.email} (${added.id}).`, json: present(added) }
  })

  runs(user.command('list').description('list the people'), async ({ store }) => {
    const users = await listUsers(store)
    const rows = users.map((row) => [
      row.email,
      `${row.firstName} ${row.lastName}`,
      row.emailVerified === 1 ? 'yes' : 'no',
      row.disabledAt === null ? 'active' : 'disabled',
      row.id,
    ])
    return {
      text: table(['EMAIL', 'NAME', 'VERIFIED', 'STATE', 'ID'], rows),
      json: { users: users.map(present) },
    }
  })

  const verify = user
    .command('verify <email>')
    .description('mark the email address as verified, which OpenID Connect sign-in requires')
  runs<[string], CommandOptions>(verify, async ({ store }, _options, email) => {
    const verified = await verifyUser(store, email)
    return {
      text: `${verified.email} is verified.`,
      json: { id: verified.id, email: verified.email, emailVerified: true },
    }
  })

  const link = user
    .command('reset-link <email>')
    .description('print a link, valid for an hour, to set a password')
    .option('--without-second-factor', 'also turn off their second factor')
  runs<[string], ResetOptions>(link, async ({ store }, options, email) => {
    const secondFactor = options.withoutSecondFactor === true ? 'removed' : 'kept'
    const { userId, url } = await issueResetLink(store, email, origin(user.session.environment), {
      secondFactor,
    })
    return { text: url, json: { id: userId, url } }
  })

  addStateCommands(user)
  addExportCommand(user)

  const remove = user
    .command('remove <email>')
    .description("remove a person's access: deletes memberships and keys, keeps their pages")
  runs<[string], CommandOptions>(remove, async ({ store }, _options, email) => {
    const removed = await removeUser(store, email)
    return { text: `Removed ${removed.email}.`, json: { id: removed.id, removed: true } }
  })
}

function addStateCommands(user: OperatorCommand): void {
  const disable = user
    .command('disable <email>')
    .description('end all sessions, keys and links of a person, and keep them from signing in')
  runs<[string], CommandOptions>(disable, async ({ store }, _options, email) => {
    const disabled = await disableUser(store, email)
    return { text: `${disabled.email} is disabled.`, json: present(disabled) }
  })

  const enable = user
    .command('enable <email>')
    .description('let a disabled person sign in again; what was revoked stays revoked')
  runs<[string], CommandOptions>(enable, async ({ store }, _options, email) => {
    const enabled = await enableUser(store, email)
    return { text: `${enabled.email} is enabled.`, json: present(enabled) }
  })
}

function addExportCommand(user: OperatorCommand): void {
  const exporting = user
    .command('export <email>')
    .description('write the data of one person to a .tar.gz file')
    .requiredOption('--out <file>', 'new file to write')
  runs<[string], CommandOptions & { out: string }>(exporting, async (app, options, email) => {
    const { id, email: address } = await requireUser(app.store, email)
    const { writePersonExport } = await import('../../domain/transfer/person/export.ts')
    const path = await writePersonExport(app.contextFor(operator()), id, options.out)
    await noteAudit(app.store, operatorActor, { action: 'user.export', subject: id })
    return { text: `Exported the data of ${address} to ${path}.`, json: { id, path } }
  })
}

function present(user: users.UserRow) {
  return {
    ...user,
    emailVerified: user.emailVerified === 1,
    createdAt: toIso(user.createdAt),
    disabledAt: user.disabledAt === null ? null : toIso(user.disabledAt),
  }
}
