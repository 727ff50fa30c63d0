import assert from 'node:assert/strict'
import type { AgentRole } from '../../../../server/domain/agents/agents.ts'
import { createComment } from '../../../../server/domain/comments/comments.ts'
import { removePage } from '../../../../server/domain/pages/trash.ts'
import { disableUser } from '../../../../server/domain/people/accounts/disabling.ts'
import { listKeys } from '../../../../server/domain/people/api-keys.ts'
import { dropMember } from '../../../../server/domain/people/members.ts'
import type { NamedOperation } from '../../../../server/operations/index.ts'
import { isForPeople } from '../../../../server/operations/operation.ts'
import { type Level, proposalSettings } from '../../../../server/store/index.ts'
import { fillWorkspace, type Ids, isAboutSkills, noteSkill } from '../../../support/isolation.ts'
import { addFile, addLink, addPage, addProposal, addTemplate } from '../../../support/pages.ts'
import { addAgent, addPerson, addWorkspace, type Person } from '../../../support/people.ts'
import { addGuest, onlyFor, restrict } from '../../../support/sections.ts'
import { addKey, type Answer, contextOf, type TestServer } from '../../../support/server.ts'
import { skillArchive } from '../../../support/skills/skills.ts'
import { endTransfers } from '../../../support/transfer/transfers.ts'
import { openVisitor, signIn } from '../../../support/web/visitor.ts'

export type Ask = (
  route: Pick<NamedOperation, 'method' | 'path' | 'audience'>,
  body: object,
) => Promise<Answer<unknown>>
/** `userId` is empty for nobody. */
export type Caller = { userId: string; key: string | null; ask: Ask }

/** A page at the top of its kind, whose keys make pages below it. */
type Area = { rootId: string; keeper: TestServer }

/** Agents that see what everyone sees, with their roles. */
export const agentCallers: ReadonlyMap<string, AgentRole> = new Map([
  ['agentReads', 'read'],
  ['agentComments', 'comment'],
  ['agentProposes', 'propose'],
  ['agentWrites', 'write'],
])

export type Scenario = {
  quire: TestServer
  callers: ReadonlyMap<string, Caller>
  /** Names of things of the workspace itself. */
  workspace: Ids
  /** What a caller names when they ask about an object. */
  idsFor: (
    object: string,
    caller: Caller,
    state: ObjectState,
    operation: NamedOperation,
  ) => Promise<Ids>
}

/** `lasting` is the same each time, because nothing changes it; `deleted` is a new one in the trash. */
export type ObjectState = 'lasting' | 'new' | 'deleted'

/** A workspace with one page of each kind, and one caller of each kind. */
export async function createScenario(quire: TestServer, slackUrl: string): Promise<Scenario> {
  const visitor = await signIn(quire)
  // Each caller may decide about their own.
  await quire.app.store.transact((transaction) =>
    proposalSettings.put(transaction, quire.workspaceId, { proposeOnly: 0, acceptsOwn: 1 }),
  )
  const own = { quire, visitor, userId: quire.userId, key: quire.key }
  // No caller is a member of it.
  const outsider = await addPerson(quire, 'Stranger')
  const targetWorkspaceId = await addWorkspace(quire, 'Elsewhere', outsider.userId)
  let filled = 0
  let last: Ids | undefined
  const fill = async (): Promise<Ids> => {
    filled += 1
    // A workspace holds 20 bots, 20 webhooks and 100 agents.
    if (filled > 2) {
      await visitor.post('/app/chats/disconnect', { ...last })
      await quire.post('/v1/webhooks/delete', last)
      const { workspaceId, agentId } = { ...last }
      await visitor.post('/app/agent-accounts/remove', { workspaceId, agentId })
    }
    // A person has 10 transfers that run.
    await endTransfers(quire)
    const mark = `Open${filled}`
    const member = await addPerson(quire, mark, 'MEMBER')
    const ids = await fillWorkspace(own, quire.workspaceId, { mark, slackUrl })
    const [key] = await listKeys(quire.app.store, member.userId)
    last = { ...ids, targetWorkspaceId, userId: member.userId, keyId: key?.id ?? '' }
    return last
  }
  const workspace = await fill()
  const people = await addPeople(quire)
  const areas = await addAreas(quire, people)
  await endAccess(quire, people)
  const callers = new Map<string, Caller>()
  for (const [name, person] of Object.entries(people))
    callers.set(name, await callerOf(quire, person))
  callers.set(
    'owner',
    await callerOf(quire, { userId: quire.userId, email: 'ada@example.com', key: quire.key }),
  )
  for (const [name, role] of agentCallers) {
    const { userId, key } = await addAgent(quire, name, role)
    callers.set(name, { userId, key, ask: byKey(quire, key) })
  }
  const readOnly = await addKey({ ...quire, userId: people.writer.userId }, { readOnly: true })
  callers.set('readOnly', {
    userId: people.writer.userId,
    key: readOnly,
    ask: byKey(quire, readOnly),
  })
  callers.set('visitor', await visitorOf(quire, areas.get('shared')?.rootId ?? ''))
  callers.set('nobody', { userId: '', key: null, ask: byKey(quire, null) })
  const lasting = new Map<string, Promise<Ids>>()
  const idsFor: Scenario['idsFor'] = async (object, caller, state, operation) => {
    if (object === 'workspace') return state === 'lasting' ? workspace : fill()
    const area = areas.get(object)
    assert.ok(area, `no such page: ${object}`)
    const key = `${object} ${caller.userId}`
    const needs = state === 'lasting' ? everything : needsOf(operation)
    const added = (state === 'lasting' && lasting.get(key)) || addObject(area, caller, state, needs)
    if (state === 'lasting') lasting.set(key, added)
    return { ...workspace, ...(await added) }
  }
  return { quire, callers, workspace, idsFor }
}

type People = Awaited<ReturnType<typeof addPeople>>

async function addPeople(quire: TestServer) {
  return {
    admin: await addPerson(quire, 'Admin', 'ADMIN'),
    manager: await addPerson(quire, 'Manager', 'MEMBER'),
    writer: await addPerson(quire, 'Writer', 'MEMBER'),
    reader: await addPerson(quire, 'Reader', 'MEMBER'),
    outsider: await addPerson(quire, 'Outsider', 'MEMBER'),
    viewer: await addPerson(quire, 'Viewer', 'VIEWER'),
    guest: await addGuest(quire, 'Guest', 'VIEWER'),
    agent: await addGuest(quire, 'Agent', 'MEMBER'),
    removed: await addPerson(quire, 'Removed', 'ADMIN'),
    disabled: await addPerson(quire, 'Disabled', 'ADMIN'),
  }
}

/** The kinds of pages: outside of sections, for a team, shared with a guest and an agent, and private. */
async function addAreas(quire: TestServer, people: People): Promise<Map<string, Area>> {
  const keeperOf = ({ userId, key }: Person): TestServer => ({
    ...quire,
    userId,
    post: (path, body) => quire.post(path, body, key),
  })
  const { userId: ownerId } = quire
  const { manager, writer, reader, viewer, guest, agent } = people
  const addSection = async (keeper: TestServer, access: Record<string, Level>) => {
    const rootId = await addPage(quire, 'Section')
    await restrict(quire, rootId, onlyFor({ [keeper.userId]: 'manage', ...access }))
    await restrict(keeper, rootId, { grants: [{ principalId: ownerId, level: null }] })
    return { rootId, keeper }
  }
  const team: Record<string, Level> = {
    [writer.userId]: 'write',
    [reader.userId]: 'read',
    [viewer.userId]: 'comment',
  }
  const shared = { rootId: await addPage(quire, 'Shared'), keeper: quire }
  const grants = [
    { principalId: guest.userId, level: 'comment' },
    { principalId: agent.userId, level: 'write' },
  ]
  await restrict(quire, shared.rootId, { grants })
  return new Map([
    ['open', { rootId: await addPage(quire, 'Open'), keeper: quire }],
    ['team', await addSection(keeperOf(manager), team)],
    ['shared', shared],
    ['private', await addSection(keeperOf(writer), {})],
  ])
}

/** After they signed in. */
async function endAccess({ app, workspaceId, userId }: TestServer, people: People): Promise<void> {
  const actor = { userId, via: 'cli' } as const
  await dropMember(app.store, workspaceId, people.removed.userId, actor)
  await disableUser(app.store, people.disabled.email)
}

async function callerOf(quire: TestServer, person: Person): Promise<Caller> {
  const visitor = await signIn(quire, person)
  const byVisitor: Ask = ({ method, path }, body) =>
    method === 'GET' ? visitor.get(path) : visitor.post(path, body)
  const withKey = byKey(quire, person.key)
  const ask: Ask = (route, body) => (isForPeople(route) ? byVisitor : withKey)(route, body)
  return { userId: person.userId, key: person.key, ask }
}

/** Someone without an account who came by a share link, and gave a name. */
async function visitorOf(quire: TestServer, pageId: string): Promise<Caller> {
  const { id, url } = await addLink(quire, pageId, { level: 'comment' })
  const visitor = openVisitor(quire)
  const token = url.split('#')[1]
  const { status, body } = await visitor.post<{ visitor: { userId: string } }>(
    `/s/${id}/app/links/open`,
    { token, name: 'Vic' },
  )
  assert.equal(status, 200)
  const ask: Ask = ({ method, path }, given) =>
    method === 'GET' ? visitor.get(`/s/${id}${path}`) : visitor.post(`/s/${id}${path}`, given)
  return { userId: body.visitor.userId, key: null, ask }
}

function byKey(quire: TestServer, key: string | null): Ask {
  return ({ method, path }, body) =>
    method === 'GET' ? quire.get(path, key) : quire.post(path, body, key)
}

/** What an operation may name of a page. */
type Needs = Record<'template' | 'file' | 'skill' | 'comment' | 'proposal', boolean>

function needsOf(operation: NamedOperation): Needs {
  const names = (field: string) => field in operation.input.properties
  const skill = isAboutSkills(operation)
  return {
    template: names('templateId'),
    file: names('fileId') || names('files') || skill,
    skill,
    comment: names('commentId') || operation.noun === 'comments',
    proposal: names('proposalId'),
  }
}

const everything: Needs = { template: true, file: true, skill: true, comment: true, proposal: true }

/** A page with what the operation names of it, such as a file or a comment of the caller. */
async function addObject(
  { rootId, keeper }: Area,
  { userId }: Caller,
  state: ObjectState,
  needs: Needs,
): Promise<Ids> {
  const { workspaceId } = keeper
  const markdown = 'Some text.\n\nSee Before.'
  const pageId = await addPage(keeper, 'Page', { parentId: rootId, markdown })
  const prevPageId = await addPage(keeper, 'Before', { parentId: rootId })
  const ids: Ids = { pageId, page: pageId, prevPageId, targetPageId: prevPageId }
  for (const name of ['parentId', 'newParentId', 'underPageId', 'sectionId']) ids[name] = rootId
  const author = contextOf({ ...keeper, userId: userId === '' ? keeper.userId : userId })
  if (needs.template) {
    ids['templateId'] = await addTemplate(keeper, 'Template', { parentId: rootId })
  }
  if (needs.file) {
    ids['fileId'] = await addFile(keeper, pageId, { name: 'a.png', mimeType: 'image/png' })
  }
  if (needs.skill) {
    const archive = { name: 'a.zip', content: skillArchive }
    const about = { parentId: rootId, ownership: 'SKILL', markdown }
    const skillId = await addPage(keeper, 'Skill', about)
    const archiveId = await addFile(keeper, skillId, archive)
    noteSkill({ pageId, fileId: ids['fileId'] ?? '' }, { skillId, archiveId })
  }
  if (needs.comment) {
    const comment = { workspaceId, pageId, markdown: 'A comment.' }
    ids['commentId'] = await createComment(author, comment)
  }
  if (needs.proposal) ids['proposalId'] = await addProposal(author, pageId)
  if (state === 'deleted') await removePage(contextOf(keeper), { workspaceId, pageId })
  return ids
}
