import {
  type Administrator,
  listAdministrators,
} from '../../domain/administration/administrators.ts'
import { turnOffSignInPolicies } from '../../domain/administration/server-settings.ts'
import { addAdministrator, removeAdministrator } from '../../domain/people/administrator-list.ts'
import { toIso } from '../../lib/clock.ts'
import { type CommandOptions, type OperatorCommand, type Report, runs } from '../command.ts'
import { table } from '../table.ts'

export function addAdminCommands(program: OperatorCommand): void {
  const admin = program
    .command('admin')
    .description('manage server administrators, who see Settings → Server in the web app')

  const add = admin.command('add <email>').description('make a person an administrator')
  runs<[string], CommandOptions>(add, async ({ store }, _options, email) =>
    present(await addAdministrator(store, email)),
  )

  const list = admin.command('list').description('list the administrators')
  runs(list, async ({ store }) => present(await listAdministrators(store)))

  const remove = admin
    .command('remove <email>')
    .description('remove an administrator; the last one cannot be removed')
  runs<[string], CommandOptions>(remove, async ({ store }, _options, email) =>
    present(await removeAdministrator(store, email)),
  )

  const policies = admin
    .command('turn-off-policies')
    .description('stop requiring two-factor authentication and single sign-on')
  runs(policies, async ({ store }) => {
    await turnOffSignInPolicies(store)
    return {
      text: 'Two-factor authentication and single sign-on are no longer required.',
      json: { requireTwoFactors: false, requireSingleSignOn: false },
    }
  })
}

function present(administrators: readonly Administrator[]): Report {
  const rows = administrators.map(({ email, firstName, lastName, since }) => [
    email,
    `${firstName} ${lastName}`,
    since === null ? 'first person' : toIso(since),
  ])
  return {
    text: table(['EMAIL', 'NAME', 'SINCE'], rows),
    json: {
      administrators: administrators.map((row) => ({
        ...row,
        since: row.since === null ? null : toIso(row.since),
      })),
    },
  }
}
