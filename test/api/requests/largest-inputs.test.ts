import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { downloadFormats } from '../../../server/lib/vocabulary.ts'
import {
  listOperations,
  type NamedOperation,
  type OperationId,
} from '../../../server/operations/index.ts'
import { isForPeople } from '../../../server/operations/operation.ts'
import { connect, type StandIn, startStandIn } from '../../support/chats/chats.ts'
import { endsSession } from '../../support/isolation.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { addComment, addFile, addPage, addProposal, unknownId } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { minBlocking, minWork } from '../../support/processes/event-loop.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { addImport } from '../../support/transfer/imports.ts'
import { endTransfers, startTransfer } from '../../support/transfer/transfers.ts'
import { ownPage, signIn } from '../../support/web/visitor.ts'
import { type CaseId, fieldsOf, refused } from '../largest-fields.ts'
import { documentOf, type Ids, largestInput, type Share, textOf } from './largest-inputs.ts'

/** Other programs on the machine make any figure larger, and none smaller: the least of several counts. */
const minRounds = 3
const maxRounds = 20
/** Milliseconds of processor time below which a ratio says nothing. */
const floor = 40
/** Between linear work, which doubles, and quadratic work, which takes four times as long. */
const maxRatio = 3
/** Milliseconds of processor time of the main thread in one turn of the event loop. */
const maxBlockedMs = 50

/** They read the texts of pages that the other operations leave behind. */
const searching = new Set<OperationId>(['files.use', 'imports.cancel', 'pageLinks.mentions'])

/** Searches come first, while there are few pages. */
function orderOf({ id, noun }: NamedOperation): number {
  if (noun === 'search' || searching.has(id)) return 0
  // The others need the bot.
  return id === 'chats.remove' ? 2 : 1
}

const posted = listOperations()
  .filter(({ id, method }) => method === 'POST' && !endsSession.has(id))
  .toSorted((one, other) => orderOf(one) - orderOf(other))

/** An operation, in one of its modes. */
type Case = { id: CaseId; operation: NamedOperation }
const edits = ['append', 'prepend', 'replace', 'body', 'body of items']
const modes: Partial<Record<OperationId, readonly CaseId[]>> = {
  'pages.edit': edits.map((mode) => `pages.edit ${mode}` as const),
  'pages.save': ['pages.save', 'pages.save markdown'],
}
const cases = posted.flatMap((operation): Case[] =>
  (modes[operation.id] ?? [operation.id]).map((id) => ({ id, operation })),
)

let quire: TestServer
let service: StandIn
let cookie: string
let connectionId: string
before(async () => {
  quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
  service = await startStandIn(({ path }) =>
    path.endsWith('/users/me')
      ? { body: { id: 'u1', username: 'quire' } }
      : { status: 201, body: { id: 'p1' } },
  )
  const ada = await signIn(quire)
  cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const bot = { service: 'mattermost', token: 'x', baseUrl: service.url }
  connectionId = (await connect({ quire, ada }, bot)).id
  await asPerson('/v1/proposals/set-settings', { acceptsOwn: true })
})
after(async () => {
  await quire.close()
  await service.close()
})

/** A page of its own for what takes one: some operations move it or throw it away. */
async function pageOf(share: Share): Promise<string> {
  const { workspaceId } = quire
  const pageId = await addPage(quire, `Page of ${share}`)
  const content = documentOf(1_400_000 * share)
  const { status } = await quire.post('/v1/pages/update', { workspaceId, pageId, content })
  assert.equal(status, 200)
  return pageId
}

/** What the ids of an input are ids of: made for each operation, for some operations remove them. */
async function idsOf({ id, operation }: Case, share: Share): Promise<Ids> {
  const { workspaceId } = quire
  const takes = (name: string) => name in operation.input.properties
  const takesPage = takes('pageId') || takes('page') || takes('pageIds')
  const pageId = takesPage ? await pageOf(share) : unknownId
  const ids: Record<string, string> = { workspaceId, pageId, connectionId }
  if (takes('fileId')) {
    const content = textOf(700_000 * share)
    const mimeType = id.includes('Image') ? 'image/png' : 'text/markdown'
    const home = await addPage(quire, 'Home')
    ids['fileId'] = await addFile(quire, home, { name: 'notes.md', mimeType, content })
  }
  if (takes('commentId')) ids['commentId'] = await addComment(quire, await addPage(quire, 'Talk'))
  if (takes('proposalId')) {
    ids['proposalId'] = await addProposal(contextOf(quire), await pageOf(share))
  }
  if (takes('importId')) ids['importId'] = await addImportFor(id)
  if (takes('targetWorkspaceId')) ids['targetWorkspaceId'] = await addWorkspace(quire, 'Elsewhere')
  if (takes('transferId')) ids['transferId'] = await addTransfer(share)
  if (takes('webhookId')) ids['webhookId'] = await addWebhook()
  if (takes('agentId')) ids['agentId'] = await addAgent()
  if (id === 'trash.purge') await asPerson('/v1/pages/delete', { pageId })
  if (takes('subscriptionId')) ids['subscriptionId'] = await addSubscription(`${id} ${share}`)
  return ids
}

const asPerson = async <Body>(path: string, input: object): Promise<Body> => {
  const { workspaceId } = quire
  const { status, body } = await quire.request<Body>({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...ownPage, cookie },
    payload: JSON.stringify({ workspaceId, ...input }),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function addImportFor(id: CaseId): Promise<string> {
  const fileId = await addFile(quire, await addPage(quire, 'Home'))
  const importId = await addImport(quire, fileId)
  const isRunning = id === 'imports.pause' || id === 'imports.resume'
  if (isRunning) await asPerson('/v1/imports/start', { importId })
  return importId
}

async function addTransfer(share: Share): Promise<string> {
  const targetWorkspaceId = await addWorkspace(quire, 'Elsewhere')
  return (await startTransfer(quire, { pageId: await pageOf(share), targetWorkspaceId })).id
}

async function addWebhook(): Promise<string> {
  const input = { url: service.url, events: ['page.created'], name: 'Walk' }
  return (await asPerson<{ webhook: { id: string } }>('/v1/webhooks/create', input)).webhook.id
}

async function addAgent(): Promise<string> {
  const input = { name: 'Walk', role: 'read' }
  return (await asPerson<{ id: string }>('/app/agent-accounts/create', input)).id
}

async function addSubscription(chatId: string): Promise<string> {
  const input = { connectionId, chatId, chatName: 'general', sectionId: null }
  const path = '/app/chats/subscribe'
  return (await asPerson<{ subscriptionId: string }>(path, input)).subscriptionId
}

type Ask = () => Promise<number>

async function prepare(one: Case, share: Share): Promise<Ask> {
  const { id, operation } = one
  const ids = await idsOf(one, share)
  const input: Record<string, unknown> = {
    ...largestInput(operation, ids, share),
    ...fieldsOf(
      id,
      share,
      { workspaceId: quire.workspaceId, pageId: ids['pageId'] ?? '' },
      service,
    ),
  }
  const who = isForPeople(operation)
    ? { ...ownPage, cookie }
    : { authorization: `Bearer ${quire.key}` }
  const headers = { 'content-type': 'application/json', ...who }
  // A page of the walk was made and then written.
  let version = 2
  const versioned = 'version' in operation.input.properties ? 'version' : 'expectedVersion'
  const isVersioned = id.startsWith('pages.save') || id.startsWith('pages.edit body')
  return async () => {
    const payload = JSON.stringify(isVersioned ? { ...input, [versioned]: version } : input)
    const { status, body } = await quire.request<{ version?: number }>({
      method: 'POST',
      url: operation.path,
      headers,
      payload,
    })
    assert.notEqual(status, 500)
    // A person has few transfers that run at the same time.
    if (id === 'transfers.create') await endTransfers(quire)
    if (status === 200) version = body.version ?? version
    return status
  }
}

async function prepareDownload(format: string, share: Share): Promise<Ask> {
  const pageId = await pageOf(share)
  const query = new URLSearchParams({ workspaceId: quire.workspaceId, pageId, format })
  const headers = { authorization: `Bearer ${quire.key}` }
  return async () => {
    const { status } = await quire.request({
      method: 'GET',
      url: `/v1/pages/download?${query.toString()}`,
      headers,
    })
    return status
  }
}

type Cost = { half: number; full: number; maxMs: number }

const isFine = ({ half, full, maxMs }: Cost): boolean =>
  full < Math.max(floor, half * maxRatio) && maxMs < maxBlockedMs

/** Measures what the largest input costs beside half of it; gives the statuses of the answers. */
async function compare(half: Ask, full: Ask): Promise<Set<number>> {
  const statuses = new Set<number>()
  const noted = (ask: Ask) => async () => statuses.add(await ask())
  const cost: Cost = { half: Infinity, full: Infinity, maxMs: Infinity }
  for (let round = 0; round < maxRounds && !isFine(cost); round += 1) {
    cost.full = Math.min(cost.full, await minWork(1, noted(full)))
    cost.maxMs = Math.min(cost.maxMs, (await minBlocking(1, noted(full))).maxMs)
    // Only where it counts, and always so often that it is the least.
    if (round === 0 && cost.full >= floor) cost.half = await minWork(minRounds, noted(half))
  }
  assert.ok(isFine(cost), JSON.stringify(cost))
  return statuses
}

describe('the largest input of every operation', () => {
  for (const one of cases) {
    const reason = refused.get(one.id)
    it(`${one.id} takes at most ${maxRatio} times the work of half of it, in short turns`, async () => {
      const statuses = await compare(await prepare(one, 0.5), await prepare(one, 1))
      assert.equal(statuses.has(200), reason === undefined, `answers ${[...statuses].join(', ')}`)
    })
  }
})

describe('the download of the largest page', () => {
  for (const format of downloadFormats) {
    it(`as ${format} takes at most ${maxRatio} times the work of half of it, in short turns`, async () => {
      const half = await prepareDownload(format, 0.5)
      const statuses = await compare(half, await prepareDownload(format, 1))
      assert.deepEqual([...statuses], [200])
    })
  }
})
