import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  listOperations,
  type NamedOperation,
  type OperationId,
} from '../../../server/operations/index.ts'
import { isForPeople, type Tool } from '../../../server/operations/operation.ts'
import { type StandIn, startStandIn } from '../../support/chats/chats.ts'
import { bodyWith } from '../../support/isolation.ts'
import { post, toToolResult } from '../../support/mcp.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openToVisitors, tables } from './matrix/expectations.ts'
import { rules } from './matrix/rules.ts'
import {
  agentCallers,
  type Caller,
  createScenario,
  type ObjectState,
  type Scenario,
} from './matrix/scenario.ts'
import { type Cell, cellsOf, formatTable, type Outcome, outcomeOf } from './matrix/table.ts'

let quire: TestServer
let slack: StandIn
let scenario: Scenario
before(async () => {
  quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
  slack = await startStandIn(({ headers }) => {
    const team = headers.authorization ?? ''
    return { body: { ok: true, team, team_id: team, user: 'quire', user_id: 'U1' } }
  })
  scenario = await createScenario(quire, slack.url)
})
after(async () => {
  await quire.close()
  await slack.close()
})

/** Of pages in the trash. */
const ofDeleted: ReadonlySet<OperationId> = new Set<OperationId>(['trash.restore', 'trash.purge'])
const withKeyOnly: ReadonlySet<string> = new Set(['readOnly', ...agentCallers.keys()])
/** Operations for people do not declare whether they write. */
const readingForPeople = /\/(?:get|links|list|list-keys|of-workspace|services|subscriptions)$/

/** Asks in the way of one interface, and says what the answer says about permissions. */
type Ask = (caller: Caller, operation: NamedOperation, body: object) => Promise<Outcome>

const asRequest: Ask = async (caller, operation, body) => {
  const { status, body: answer } = await caller.ask(operation, body)
  return outcomeOf(status, JSON.stringify(answer))
}

const asTool: Ask = async ({ key }, { tool }, body) => {
  assert.ok('name' in tool)
  const params = { name: tool.name, arguments: argumentsOf(tool, body) }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const answer = await post(quire, call, { key })
  const { result } = answer.body
  if (answer.status !== 200 || result === undefined) return outcomeOf(answer.status, '')
  const { isError, text } = toToolResult(result)
  return outcomeOf(isError ? 400 : 200, text)
}

function argumentsOf({ fixed = {}, document, instead }: Tool, body: object): object {
  const known = Object.entries(body).filter(
    ([name]) =>
      name !== document &&
      !(name in fixed) &&
      (instead === undefined || name in instead.input.properties),
  )
  return {
    ...Object.fromEntries(known),
    ...(document === undefined ? {} : { markdown: 'New.', expectedVersion: 1 }),
  }
}

function stateFor(operation: NamedOperation, outcome: Outcome): ObjectState {
  if (ofDeleted.has(operation.id)) return 'deleted'
  const isReading = isForPeople(operation)
    ? readingForPeople.test(operation.path)
    : operation.writes !== true
  return isReading || outcome !== '+' ? 'lasting' : 'new'
}

async function observe(operation: NamedOperation, cell: Cell, ask: Ask): Promise<Cell> {
  const caller = scenario.callers.get(cell.caller)
  assert.ok(caller, cell.caller)
  if (cell.outcome === '.') return cell
  const state = stateFor(operation, cell.outcome)
  const ids = await scenario.idsFor(cell.object, caller, state, operation)
  return { ...cell, outcome: await ask(caller, operation, bodyWith(operation, ids)) }
}

function expectedCells(operation: NamedOperation, ask: Ask): Cell[] {
  // A tool makes a proposal also where its operation is specified to refuse.
  const isProposed = ask === asTool && 'name' in operation.tool && operation.tool.proposes === true
  const rule = isProposed ? 'change a page or propose it' : rules[operation.id]
  return cellsOf(tables[rule]).map((cell) => {
    // A key is no session: operations for people do not know it.
    if (withKeyOnly.has(cell.caller) && isForPeople(operation)) return { ...cell, outcome: '!' }
    const isClosed = cell.caller === 'visitor' && !openToVisitors.has(operation.id)
    return isClosed ? { ...cell, outcome: '-' } : cell
  })
}

async function assertFollows(operation: NamedOperation, ask: Ask): Promise<void> {
  const expected = expectedCells(operation, ask)
  const observed: Cell[] = []
  for (const cell of expected) {
    // A share link opens no other interface.
    const isByVisitor = ask === asTool && cell.caller === 'visitor'
    observed.push(isByVisitor ? cell : await observe(operation, cell, ask))
  }
  assert.equal(formatTable(observed), formatTable(expected))
}

describe('an operation', () => {
  for (const operation of listOperations()) {
    it(`${operation.id} follows its rule: ${rules[operation.id]}`, () =>
      assertFollows(operation, asRequest))
  }
})

describe('a tool', () => {
  for (const operation of listOperations()) {
    if ('none' in operation.tool) continue
    it(`${operation.tool.name} follows the rule of its operation: ${rules[operation.id]}`, () =>
      assertFollows(operation, asTool))
  }
})
