import { Option } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { createKey, type Expiry } from '../../domain/people/api-keys.ts'
import { requireUser } from '../../domain/people/users.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { AppError } from '../../lib/errors.ts'
import { isApiKey } from '../../lib/secrets/api-keys.ts'
import { openStore, type OperatorCommand } from '../command.ts'
import type { Session } from '../terminal.ts'
import { expiresOption, proposeOnlyOption } from './keys.ts'
import { type ClientName, clients } from './mcp-clients.ts'

type Options = {
  client: ClientName
  key?: string
  for?: string
  readOnly?: boolean
  proposeOnly?: boolean
  expires: Expiry
  workspace?: string
  url?: string
  json?: boolean
}

export function addMcpCommands(program: OperatorCommand): void {
  const mcp = program.command('mcp').description('connect agents through MCP')
  const names = Object.keys(clients)
  mcp
    .command('config')
    .description('print the configuration for a client; --for also creates a key')
    .addOption(new Option('--client <name>', 'which client').choices(names).makeOptionMandatory())
    .addOption(new Option('--key <key>', 'an existing key').conflicts('for'))
    .option('--for <email>', 'create a key for this person')
    .option('--read-only', 'make the new key read-only')
    .addOption(proposeOnlyOption('let the new key propose changes instead of writing'))
    .addOption(expiresOption('lifetime of the new key'))
    .option('--workspace <slug>', 'limit the client to this workspace')
    .option('--url <address>', 'address of the server; default: PUBLIC_URL')
    .option('--json', 'print one JSON object')
    .action(async (options: Options) => {
      const { session } = mcp
      const config = readConfig(session.environment)
      const client = clients[options.client]
      const key = await keyFor(options, config, session)
      const address = addressOf(options, config)
      const snippet = client.snippet(address, key)
      const report = { client: options.client, where: client.where, snippet, address, key }
      const text = `${client.title}. ${client.where}\n\n${snippet}`
      session.write(`${options.json === true ? JSON.stringify(report) : text}\n`)
    })
}

/** Opens the store only where a key is made: a client may be set up far from the server. */
async function keyFor(options: Options, config: Config, session: Session): Promise<string> {
  if (options.key !== undefined) {
    if (isApiKey(options.key)) return options.key
    throw new AppError(
      'INVALID_API_KEY',
      'This is not an API key: a key is svc_ followed by 24 letters and digits.',
    )
  }
  if (options.for === undefined) {
    throw new AppError('VALIDATION_FAILED', 'Pass --key KEY, or --for EMAIL to create a key.')
  }
  const { store, close } = await openStore(config, 'existing', session)
  try {
    const user = await requireUser(store, options.for)
    const limits =
      options.workspace === undefined
        ? {}
        : { workspaceIds: [(await requireWorkspace(store, options.workspace)).id] }
    const created = await createKey(store, {
      userId: user.id,
      name: `MCP: ${clients[options.client].title}`,
      expires: options.expires,
      readOnly: options.readOnly,
      proposeOnly: options.proposeOnly,
      forAgent: true,
      ...limits,
    })
    return created.key
  } finally {
    await close()
  }
}

function addressOf({ url, workspace }: Options, { publicUrl, host, port }: Config): string {
  // A server that listens everywhere is found at this computer's own address.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const local = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  const base = url?.replace(/\/+$/, '') ?? publicUrl ?? local
  const query = workspace === undefined ? '' : `?workspace=${encodeURIComponent(workspace)}`
  return `${base}/mcp${query}`
}
