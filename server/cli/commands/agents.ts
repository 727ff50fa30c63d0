import { Option } from 'commander'
import type { App } from '../../app.ts'
import {
  addressOf,
  type AgentRole,
  agentRoles,
  listAgents,
  requireAgent,
} from '../../domain/agents/agents.ts'
import { createAgent } from '../../domain/agents/changes.ts'
import { pauseAgent, resumeAgent } from '../../domain/agents/owners.ts'
import type { WorkspaceContext } from '../../domain/context.ts'
import { enterWorkspace } from '../../domain/people/access.ts'
import { requireUser } from '../../domain/people/users.ts'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { toIso } from '../../lib/clock.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { operator } from '../operator.ts'
import { table } from '../table.ts'

type AddOptions = CommandOptions & {
  owner: string
  role: AgentRole
  icon?: string
  page?: string[]
}

export function addAgentCommands(program: OperatorCommand): void {
  const agent = program
    .command('agent')
    .description('manage the agent accounts of a workspace; WORKSPACE is a slug or an ID')

  const add = agent
    .command('add <workspace> <name>')
    .description('create an agent; `quire key add` with its address creates a key for it')
    .requiredOption('--owner <email>', 'person who answers for it')
    .addOption(
      new Option('--role <role>', 'what it can do at most').choices(agentRoles).default('read'),
    )
    .option('--icon <emoji>', 'its icon')
    .option('--page <ids...>', 'limit it to these pages and the pages below them')
  runs<[string, string], AddOptions>(add, async (app, options, slugOrId, name) => {
    const { owner, role, icon = null, page: pageIds } = options
    const { id: workspaceId } = await requireWorkspace(app.store, slugOrId)
    const { id: ownerId } = await requireUser(app.store, owner)
    const context = await actAs(app, workspaceId, ownerId)
    const input = { workspaceId, name, role, icon, ...(pageIds && { pageIds }) }
    const id = await createAgent(context, input)
    const email = addressOf(id)
    return { text: `id       ${id}\naddress  ${email}`, json: { id, email, ownerId, role } }
  })

  const list = agent.command('list <workspace>').description('list the agents of a workspace')
  runs<[string], CommandOptions>(list, async (app, _options, slugOrId) => {
    const { id: workspaceId } = await requireWorkspace(app.store, slugOrId)
    const agents = (await listAgents(app.contextFor(operator()), workspaceId)).map((one) => ({
      id: one.userId,
      name: one.name,
      role: one.role,
      scope: one.scope,
      owner: `${one.ownerFirstName} ${one.ownerLastName}`.trim(),
      pauseReason: one.pauseReason,
      createdAt: toIso(one.createdAt),
    }))
    const rows = agents.map(({ id, name, role, owner, pauseReason }) => [
      id,
      name,
      role,
      owner,
      pauseReason === null ? 'active' : 'paused',
    ])
    return { text: table(['ID', 'NAME', 'ROLE', 'OWNER', 'STATE'], rows), json: { agents } }
  })

  addPauseCommands(agent)
}

function addPauseCommands(agent: OperatorCommand): void {
  const pause = agent
    .command('pause <workspace> <id>')
    .description('refuse every request of an agent')
  runs<[string, string], CommandOptions>(pause, async (app, _options, slugOrId, agentId) => {
    const { context, address, name } = await find(app, slugOrId, agentId)
    await pauseAgent(context, address)
    return { text: `${name} is paused.`, json: { id: agentId, paused: true } }
  })

  const resume = agent.command('resume <workspace> <id>').description('resume a paused agent')
  runs<[string, string], CommandOptions>(resume, async (app, _options, slugOrId, agentId) => {
    const { context, address, name } = await find(app, slugOrId, agentId)
    await resumeAgent(context, address)
    return { text: `${name} is active.`, json: { id: agentId, paused: false } }
  })
}

/** The operator on behalf of a person. */
function actAs(app: App, workspaceId: string, userId: string): Promise<WorkspaceContext> {
  return enterWorkspace(app.contextFor(operator(userId)), workspaceId, 'read')
}

/** An agent, and the operator on behalf of its owner, who may have left. */
async function find(app: App, slugOrId: string, agentId: string) {
  const { id: workspaceId } = await requireWorkspace(app.store, slugOrId)
  const address = { workspaceId, agentId }
  const { ownerId, name } = await requireAgent(app.store, address)
  return { address, name, context: app.contextFor(operator(ownerId)) }
}
