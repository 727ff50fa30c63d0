import type { Expiry } from '../../domain/people/api-keys.ts'
import { initialize } from '../../domain/people/setup.ts'
import { issueResetLink } from '../../domain/people/sign-in/password-reset.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { guessedOrigin, origin } from '../origin.ts'
import { expiresOption } from './keys.ts'

type Options = CommandOptions & {
  email: string
  firstName: string
  lastName: string
  workspace: string
  slug?: string
  expires: Expiry
}

export function addInitCommand(program: OperatorCommand): void {
  const command = program
    .command('init')
    .description('create the first person, a workspace and an API key in an empty store')
    .requiredOption('--email <email>', 'email address of the first person')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--workspace <name>', 'name of the workspace')
    .option('--slug <slug>', 'short name of the workspace in commands and URLs')
    .addOption(expiresOption('lifetime of the key', 'never'))

  const { environment } = command.session
  runs<[], Options>(
    command,
    async ({ store }, options) => {
      const { workspace: name, slug, expires, ...person } = options
      const { user, workspace, key } = await initialize(store, person, { name, slug }, expires)
      const { url } = await issueResetLink(store, user.email, origin(environment))
      const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt).toISOString()
      return {
        text: [
          `${user.firstName} ${user.lastName} owns the workspace "${workspace.name}" (${workspace.slug}).`,
          '',
          `API key (shown only once): ${key.key}`,
          '',
          'Try it:',
          `  export QUIRE_KEY=${key.key}`,
          `  curl ${origin(environment)}/v1/workspaces -H "Authorization: Bearer $QUIRE_KEY"`,
          '',
          'To use the web app, set a password within an hour at',
          `  ${url}`,
          ...guessedOrigin(environment),
        ].join('\n'),
        json: {
          userId: user.id,
          workspaceId: workspace.id,
          slug: workspace.slug,
          keyId: key.id,
          key: key.key,
          expiresAt,
          passwordUrl: url,
        },
      }
    },
    'create',
  )
}
