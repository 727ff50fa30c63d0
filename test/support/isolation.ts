import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { NamedOperation, OperationId } from '../../server/operations/index.ts'
import { allTables, rows } from '../../server/store/dump.ts'
import { connect, slackSecret } from './chats/chats.ts'
import { addWebhook } from './outside/webhooks.ts'
import { addComment, addFile, addLink, addPage, addProposal, addRun, addTemplate } from './pages.ts'
import { addWorkspace } from './people.ts'
import { addGroup } from './sections.ts'
import { contextOf, type TestServer } from './server.ts'
import { skillArchive } from './skills/skills.ts'
import { addImport } from './transfer/imports.ts'
import { startTransfer } from './transfer/transfers.ts'
import type { Visitor } from './web/visitor.ts'

/** What each field of a body that names something holds. */
export type Ids = Record<string, string>

/** The fields that name a page, a file or a comment. */
export const contentFields = [
  'pageId',
  'page',
  'parentId',
  'newParentId',
  'prevPageId',
  'underPageId',
  'targetPageId',
  'sectionId',
  'templateId',
  'fileId',
  'commentId',
  'proposalId',
] as const

/** The fields that name something of a workspace or of a person. */
export const namingFields = [
  'workspaceId',
  ...contentFields,
  'webhookId',
  'deliveryId',
  'connectionId',
  'chatConnectionId',
  'subscriptionId',
  'invitationId',
  'userId',
  'agentId',
  'ownerId',
  'authorId',
  'sessionId',
  'keyId',
  'passkeyId',
  'groupId',
  'newManagerId',
  'handOverTo',
  'linkId',
  'runId',
  'itemId',
  'importId',
  'targetWorkspaceId',
  'targetParentId',
  'transferId',
] as const

/** Calls that end the session of the caller, and with it every walk that goes on after them. */
export const endsSession: ReadonlySet<OperationId> = new Set<OperationId>([
  'session.remove',
  'session.removeAll',
  'session.end',
])

/** Values of examples that would lead outside the machine, replaced by some that do not. */
const local = { url: 'http://nowhere.invalid/', baseUrl: 'http://127.0.0.1:9' }

type Owner = { quire: TestServer; visitor: Visitor; userId: string; key: string }

/** One of everything that has an id, in the owner's workspace; every text holds `mark`. */
export async function fillWorkspace(
  { quire, visitor, userId, key }: Owner,
  workspaceId: string,
  { mark, slackUrl }: { mark: string; slackUrl: string },
): Promise<Ids> {
  const server: TestServer = {
    ...quire,
    workspaceId,
    key,
    post: (path, body) => quire.post(path, body, key),
  }
  const parentId = await addPage(server, `${mark} parent`)
  const pageId = await addPage(server, `${mark} page`, { parentId, markdown: `Text of ${mark}.` })
  const fileId = await addFile(server, pageId, {
    name: `${mark}.png`,
    mimeType: 'image/png',
    content: mark,
  })
  const commentId = await addComment(server, pageId, `A word on ${mark}.`)
  const proposalId = await addProposal(
    contextOf({ ...server, userId }),
    pageId,
    `A proposal about ${mark}.`,
  )
  const templateId = await addTemplate(server, `${mark} template`, { parentId })
  const about = { parentId, ownership: 'SKILL', markdown: `How to ${mark}.` }
  const skillId = await addPage(server, `${mark} skill`, about)
  const archiveId = await addFile(server, skillId, { name: `${mark}.zip`, content: skillArchive })
  noteSkill({ pageId, fileId }, { skillId, archiveId })
  const { webhook, delivery } = await addWebhook(server)
  const slack = { service: 'slack', token: `xoxb-${mark}`, signingSecret: slackSecret }
  const bot = await connect({ quire: server, ada: visitor }, { ...slack, baseUrl: slackUrl })
  const shared = await addLink(server, pageId)
  const asPerson = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await visitor.post<Body>(path, body)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const chat = { connectionId: bot.id, chatId: 'C0123', chatName: mark, sectionId: null }
  const subscribed = await asPerson<{ subscriptionId: string }>('/app/chats/subscribe', {
    workspaceId,
    ...chat,
    events: ['page.created'],
  })
  await asPerson('/app/invitations/create', { workspaceId, role: 'MEMBER' })
  const invited = await asPerson<{ invitations: { id: string }[] }>('/app/invitations/list', {
    workspaceId,
  })
  const apiKeys = await asPerson<{ keys: { id: string }[] }>('/app/keys/list', {})
  const browsers = await asPerson<{ sessions: { id: string }[] }>('/app/session/list', {})
  const agent = await asPerson<{ id: string }>('/app/agent-accounts/create', {
    workspaceId,
    name: mark,
    role: 'read',
  })
  const targetWorkspaceId = await addWorkspace({ ...quire, userId }, `${mark} elsewhere`)
  const targetParentId = await addPage(server, `${mark} there`, { workspaceId: targetWorkspaceId })
  const transfer = await startTransfer(server, { pageId, targetWorkspaceId, targetParentId })
  return {
    workspaceId,
    targetWorkspaceId,
    targetParentId,
    transferId: transfer.id,
    pageId,
    page: pageId,
    parentId,
    newParentId: parentId,
    prevPageId: pageId,
    underPageId: parentId,
    targetPageId: parentId,
    sectionId: parentId,
    templateId,
    fileId,
    commentId,
    proposalId,
    webhookId: webhook,
    deliveryId: delivery,
    connectionId: bot.id,
    chatConnectionId: bot.id,
    subscriptionId: subscribed.subscriptionId,
    invitationId: invited.invitations[0]?.id ?? '',
    userId,
    agentId: agent.id,
    ownerId: userId,
    authorId: userId,
    sessionId: browsers.sessions[0]?.id ?? '',
    keyId: apiKeys.keys[0]?.id ?? '',
    passkeyId: randomUUID(),
    groupId: await addGroup(server, mark),
    newManagerId: userId,
    handOverTo: userId,
    linkId: shared.id,
    runId: await addRun(server, `${mark} run`),
    importId: await addImport(server, fileId),
  }
}

/** Ids that name nothing. */
export function unknownIds(): Ids {
  return Object.fromEntries(namingFields.map((field) => [field, randomUUID()]))
}

const skillNouns = new Set([
  'skills',
  'skillFiles',
  'skillImports',
  'skillLinks',
  'skillUses',
  'skillEvaluations',
])
const skillsOf = new Map<string, string>()

/** Whether an operation is about skills: a page and a file that it names stand for a skill and an archive. */
export function isAboutSkills({ noun }: NamedOperation): boolean {
  return skillNouns.has(noun)
}

/** A skill that stands for a page, and an archive attached to it that stands for a file, in bodies about skills. */
export function noteSkill(
  { pageId, fileId }: { pageId: string; fileId: string },
  { skillId, archiveId }: { skillId: string; archiveId: string },
): void {
  skillsOf.set(pageId, skillId).set(fileId, archiveId)
}

function skillNames(known: readonly string[], { pageId = '', fileId = '' }: Ids): Ids {
  const all = { pageId: skillsOf.get(pageId) ?? pageId, fileId: skillsOf.get(fileId) ?? fileId }
  const itemId = all.fileId
  return Object.fromEntries(
    Object.entries({ ...all, itemId }).filter(([name]) => known.includes(name)),
  )
}

/** The example of an operation with every naming field it knows set from `ids`. */
export function bodyWith({ input, example, noun }: NamedOperation, ids: Ids): object {
  const known = Object.keys(input.properties)
  const named = Object.fromEntries(
    known.flatMap((field) => (ids[field] === undefined ? [] : [[field, ids[field]]])),
  )
  if (noun === 'comments' && 'parentId' in named) named['parentId'] = ids['commentId'] ?? ''
  if (skillNouns.has(noun)) Object.assign(named, skillNames(known, ids))
  // A run or an API key is reverted, not both.
  if (noun === 'reverts') delete named['keyId']
  const workspaceIds = known.includes('workspaceIds') ? { workspaceIds: [ids['workspaceId']] } : {}
  const pageIds = known.includes('pageIds') ? { pageIds: [ids['pageId']] } : {}
  const linked = { text: '![It](it.png)', files: [{ path: 'it.png', fileId: ids['fileId'] }] }
  const created = { files: [{ parentId: ids['parentId'], file: { name: 'note.md' } }] }
  const listed = known.includes('text') ? linked : created
  const files = noun === 'markdownFiles' && known.includes('files') ? listed : {}
  const except = known.includes('except') ? { except: [ids['pageId']] } : {}
  const takeBack = known.includes('takeBack')
    ? { takeBack: [{ pageId: ids['pageId'], locations: ['a'] }] }
    : {}
  const harmless = Object.fromEntries(
    Object.entries(local).filter(([name]) => known.includes(name)),
  )
  const given = 'changes' in example && noun === 'proposals' ? example['changes'] : undefined
  const changes = Array.isArray(given)
    ? { changes: given.map((change: object) => ({ ...change, pageId: ids['pageId'] })) }
    : {}
  const lists = { ...workspaceIds, ...pageIds, ...files, ...except, ...takeBack, ...changes }
  return { ...example, ...harmless, ...named, ...lists }
}

/** Every row of the store that speaks of one of these, as text; what notes uses and refusals is left out. */
export async function rowsOf({ app }: TestServer, marks: readonly string[]): Promise<string[]> {
  return app.store.snapshot(async (snapshot) => {
    const found: string[] = []
    for (const table of allTables.filter((name) => name !== 'audit_entries')) {
      for await (const row of rows(snapshot, table)) {
        const { last_used_at: _used, renewed_at: _renewed, ...stored } = row
        const text = `${table} ${JSON.stringify(stored)}`
        if (marks.some((mark) => text.includes(mark))) found.push(text)
      }
    }
    return found
  })
}
