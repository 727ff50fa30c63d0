import { type Command, Option } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { createKey, expiries, type Expiry } from '../../domain/people/api-keys.ts'
import { requireUser } from '../../domain/people/users.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { AppError } from '../../lib/errors.ts'
import { isApiKey } from '../../lib/secrets/api-keys.ts'
import { openStore } from '../command.ts'
import { type ClientName, clients } from './mcp-clients.ts'

type Options = {
  client: ClientName
  key?: string
  for?: string
  readOnly?: boolean
  expires: Expiry
  workspace?: string
  url?: string
  json?: boolean
}

export function addMcpCommands(program: Command): void {
  const mcp = program.command('mcp').description('connect agents by MCP')
  const names = Object.keys(clients)
  mcp
    .command('config')
    .description('print what to paste into a client; with --for it makes a key for it')
    .addOption(new Option('--client <name>', 'which client').choices(names).makeOptionMandatory())
    .addOption(new Option('--key <key>', 'a key you have').conflicts('for'))
    .option('--for <email>', 'make a new key for this person')
    .option('--read-only', 'let the new key only read')
    .addOption(
      new Option('--expires <when>', 'life of the new key').choices(expiries).default('1y'),
    )
    .option('--workspace <slug>', 'fix the client to this workspace')
    .option('--url <address>', 'address of the server; PUBLIC_URL when left out')
    .option('--json', 'print one JSON object')
    .action(async (options: Options) => {
      const config = readConfig()
      const client = clients[options.client]
      const key = await keyFor(options, config)
      const address = addressOf(options, config)
      const snippet = client.snippet(address, key)
      const report = { client: options.client, where: client.where, snippet, address, key }
      const text = `${client.title}. ${client.where}\n\n${snippet}`
      process.stdout.write(`${options.json === true ? JSON.stringify(report) : text}\n`)
    })
}

/** Opens the store only where a key is made: a client may be set up far from the server. */
async function keyFor(options: Options, config: Config): Promise<string> {
  if (options.key !== undefined) {
    if (isApiKey(options.key)) return options.key
    throw new AppError('INVALID_API_KEY', 'A key is svc_ and 24 letters and digits.')
  }
  if (options.for === undefined) {
    throw new AppError('VALIDATION_FAILED', 'Say --key KEY, or --for EMAIL to make a new key.')
  }
  const { store, close } = await openStore(config, 'existing')
  try {
    const user = await requireUser(store, options.for)
    const limits =
      options.workspace === undefined
        ? {}
        : { workspaceIds: [(await requireWorkspace(store, options.workspace)).id] }
    const made = await createKey(store, {
      userId: user.id,
      name: `MCP: ${clients[options.client].title}`,
      expires: options.expires,
      readOnly: options.readOnly === true,
      ...limits,
    })
    return made.key
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
