import assert from 'node:assert/strict'
import { type Random, randomFrom } from '../../../bench/support/texts.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { statement } from '../../../server/store/statement.ts'
import { markdownOf, storedPage } from '../pages.ts'
import type { TestServer } from '../server.ts'
import type { RevertedPage, RevertPart } from './agent-runs.ts'
import { nodeOf } from './past-changes.ts'
import { pick } from './random-edits.ts'
import { partsOf, RandomPages, type TextParts } from './random-pages.ts'

/** The keys of those who change pages. Runs of `agent` are reverted, `other` is another agent of the same person. */
export type Keys = { agent: string; other: string; ben: string; cem: string }

/**
 * Random histories of a tree of pages: people build it, an agent changes it in one run, and others change pages that the
 * run does not touch (`apart`), other words and fields of the same pages (`adjacent`), or anything (`entangled`). Or a
 * person accepts what the agent proposes: the run of the person is reverted (`accepted`), or that of the agent
 * (`proposed`).
 */
export type HistoryKind = 'apart' | 'adjacent' | 'entangled' | 'accepted' | 'proposed'

type Row = {
  id: string
  parentId: string
  position: string
  title: string
  properties: string | null
  type: string
  deletedWith: string | null
}

/** A page as readers see it, and where it is. */
type Shown = Row & { markdown: string | undefined; files: readonly string[] }

export type RevertedHistory = {
  /** With what others changed on pages that the run does not touch, or beside it. */
  before: ReadonlyMap<string, Shown>
  /** After the run. */
  changed: ReadonlyMap<string, Shown>
  after: ReadonlyMap<string, Shown>
  /** After a second revert of the same run. */
  again: ReadonlyMap<string, Shown>
  previewed: RevertedPage[]
  reverted: RevertedPage[]
  /** What the second revert did. */
  repeated: RevertedPage[]
  /** What each page had at any time. */
  parts: ReadonlyMap<string, TextParts>
  log: string[]
}

const rowStatement = statement<Row, { workspaceId: string; id: string }>(
  'test.page',
  `select id, parent_id as "parentId", position, title, properties_source as "properties", type,
     deleted_with as "deletedWith" from pages where workspace_id = $workspaceId and id = $id`,
)

const pagesAtFirst = 9
const pagesOfOthers = 3
const changes = 16

export async function revertRandomHistory(
  quire: TestServer,
  keys: Keys,
  seed: number,
  kind: HistoryKind,
): Promise<RevertedHistory> {
  const tree = new RandomTree(quire, keys, seed)
  await tree.build()
  const before = await tree.shown()
  if (kind === 'accepted' || kind === 'proposed') await tree.acceptProposal(kind)
  else {
    for (let change = 0; change < changes; change += 1) {
      const who =
        tree.random() < 0.35 ? pick(['ben', 'cem', 'other'] as const, tree.random) : 'agent'
      if (who === 'agent' || kind === 'entangled') await tree.change(who)
      else if (kind === 'apart') await tree.changeApart(who)
      else await tree.changeAdjacent(who, before)
    }
  }
  const changed = await tree.shown()
  for (const id of tree.apart) before.set(id, changed.get(id) ?? assert.fail())
  const nothing = { previewed: [], reverted: [], repeated: [], parts: tree.parts, log: tree.log }
  const runId = await tree.runId()
  if (runId === undefined) return { before, changed, after: before, again: before, ...nothing }
  const key = kind === 'accepted' ? keys.ben : keys.agent
  const previewed = await tree.send<RevertPart>(
    '/v1/runs/preview-revert',
    { runId, limit: 100 },
    key,
  )
  const reverted = await tree.send<RevertPart>('/v1/runs/revert', { runId }, key)
  const after = await tree.shown()
  const repeated = await tree.send<RevertPart>('/v1/runs/revert', { runId }, key)
  return {
    before,
    changed,
    after,
    again: await tree.shown(),
    previewed: previewed.pages,
    reverted: reverted.pages,
    repeated: repeated.pages,
    parts: tree.parts,
    log: tree.log,
  }
}

type Who = keyof Keys

class RandomTree {
  readonly random: Random
  readonly log: string[] = []
  readonly parts = new Map<string, TextParts>()
  /** Pages that only others change if the run is apart from them. */
  readonly apart: string[] = []
  readonly #quire: TestServer
  readonly #keys: Keys
  readonly #run: string
  readonly #texts: RandomPages
  /** Every page of the history. */
  readonly #ids: string[] = []
  readonly #live: string[] = []
  readonly #deleted: string[] = []
  #rootId = ''
  /** The name of the run to revert. */
  #name: string

  constructor(quire: TestServer, keys: Keys, seed: number) {
    this.random = randomFrom(seed)
    this.#texts = new RandomPages(this.random)
    this.#quire = quire
    this.#keys = keys
    this.#run = `history-${seed}`
    this.#name = this.#run
  }

  async build(): Promise<void> {
    this.#rootId = await this.#create('ben', null)
    this.#live.push(this.#rootId)
    while (this.#live.length < pagesAtFirst) {
      const parentId = pick(this.#live, this.random)
      this.#live.push(await this.#create('ben', parentId))
    }
    while (this.apart.length < pagesOfOthers) this.apart.push(await this.#create('cem', null))
    const pageId = pick(this.#live.slice(1), this.random)
    await this.send('/v1/pages/delete', { pageId }, this.#keys.ben)
    this.log.length = 0
    await this.#forgetDeleted(pageId)
  }

  async changeApart(who: Who): Promise<void> {
    const pageId = pick(this.apart, this.random)
    if (this.random() < 0.7) await this.#edit(who, pageId)
    else await this.#changeFields(who, pageId)
  }

  /** Changes a word, a tick or a field that the run did not change, or adds a paragraph. Notes it in `without`, too. */
  async changeAdjacent(who: Who, without: Map<string, Shown>): Promise<void> {
    const known = this.#live.filter((id) => without.get(id)?.deletedWith === null)
    const pageId = pick(known, this.random)
    const page = without.get(pageId)
    const now = (await this.shown()).get(pageId)
    if (page?.markdown === undefined || now?.markdown === undefined) return
    if (this.random() < 0.2) {
      const title = this.#texts.word()
      await this.#write(who, 'update', { pageId, title })
      without.set(pageId, { ...page, title })
      return
    }
    const changed = this.#texts.changedAdjacent(now.markdown, page.markdown)
    if (changed === undefined) return
    const { version } = await storedPage(this.#quire, pageId)
    const body = { mode: 'body', text: changed.withRun, expectedVersion: version }
    await this.#write(who, 'edit', { pageId, ...body })
    await this.#noteParts(pageId)
    const node = nodeOf(changed.without).toJSON()
    without.set(pageId, { ...page, markdown: writeMarkdown(node) })
  }

  async change(who: Who): Promise<void> {
    const key = this.#keys[who]
    const [pageId, other] = [pick(this.#live, this.random), pick(this.#live, this.random)]
    const kind = Math.floor(this.random() * 13)
    const isRoot = pageId === this.#rootId
    if (kind <= 4) {
      await this.#edit(who, pageId)
    } else if (kind <= 6) {
      await this.#changeFields(who, pageId)
    } else if (kind <= 8 && !isRoot) {
      await this.#write(who, 'move', { pageId, newParentId: other, prevPageId: null }, true)
    } else if (kind === 9 && !isRoot) {
      await this.#write(who, 'delete', { pageId })
      await this.#forgetDeleted(pageId)
    } else if (kind === 10) {
      this.#live.push(await this.#create(who, pageId))
    } else if (kind === 11 && this.#deleted.length > 0) {
      const back = pick(this.#deleted, this.random)
      await this.send('/v1/pages/restore', { pageId: back }, key, true)
      this.log.push(`${who} restore ${back}`)
      await this.#forgetDeleted(back)
    } else if (kind === 12) {
      const file = { fileName: `${this.#texts.word()}.txt`, mimeType: 'text/plain' }
      const upload = {
        pageId,
        ...file,
        contentBase64: Buffer.from(file.fileName).toString('base64'),
      }
      await this.send('/v1/page-files/upload-file', upload, key)
      this.log.push(`${who} upload ${file.fileName} to ${pageId}`)
    }
  }

  /** The agent proposes changes of some pages, and a person accepts them. */
  async acceptProposal(kind: 'accepted' | 'proposed'): Promise<void> {
    const given: object[] = []
    const [...ids] = this.#live
    while (given.length < 6 && ids.length > 1) {
      const [pageId = ''] = ids.splice(1 + Math.floor(this.random() * (ids.length - 1)), 1)
      const kind = this.random()
      if (kind < 0.5) {
        const markdown = this.#texts.changed(await markdownOf(this.#quire, pageId))
        given.push({ kind: 'edit', pageId, markdown, title: this.#texts.word() })
      } else if (kind < 0.65) {
        given.push({ kind: 'properties', pageId, set: { status: this.#texts.word() } })
      } else if (kind < 0.8) given.push({ kind: 'move', pageId, newParentId: this.#rootId })
      else if (kind < 0.9) given.push({ kind: 'trash', pageId })
      else {
        const title = this.#texts.word()
        given.push({ kind: 'create', parentId: pageId, title, markdown: this.#texts.text() })
      }
    }
    this.log.push(...given.map((change) => JSON.stringify(change)))
    if (kind === 'accepted') this.#name = `accept-${this.#run}`
    const { agent, ben } = this.#keys
    const proposal = { title: this.#run, changes: given }
    type Proposed = { proposalId?: string }
    const { proposalId } = await this.send<Proposed>('/v1/proposals/create', proposal, agent, true)
    if (proposalId === undefined) return
    const accepted = await this.send<{ pages?: { pageId: string }[] }>(
      '/v1/proposals/accept',
      { proposalId, revision: 1 },
      ben,
      true,
      `accept-${this.#run}`,
    )
    for (const { pageId } of accepted.pages ?? []) {
      if (!this.#ids.includes(pageId)) this.#ids.push(pageId)
      await this.#noteParts(pageId)
    }
  }

  /** The run of the agent, or of who accepted its proposal; undefined if it changed nothing. */
  async runId(): Promise<string | undefined> {
    type Runs = { runs: { id: string; name: string | null }[] }
    const { runs } = await this.send<Runs>('/v1/runs/list', { limit: 20 }, this.#keys.agent)
    return runs.find(({ name }) => name === this.#name)?.id
  }

  async shown(): Promise<Map<string, Shown>> {
    const { app, workspaceId } = this.#quire
    const shown = new Map<string, Shown>()
    for (const id of this.#ids) {
      const row = await app.store.get(rowStatement, { workspaceId, id })
      assert.ok(row)
      const isLive = row.deletedWith === null
      const markdown = isLive ? await markdownOf(this.#quire, id) : undefined
      shown.set(id, { ...row, markdown, files: isLive ? await this.#filesOf(id) : [] })
    }
    return shown
  }

  async send<Body>(
    url: string,
    payload: object,
    key: string,
    mayFail = false,
    run = key === this.#keys.agent ? this.#run : undefined,
  ): Promise<Body> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(run !== undefined && { 'quire-run': run }),
    }
    const { workspaceId } = this.#quire
    const answer = await this.#quire.request({
      method: 'POST',
      url,
      headers,
      payload: { workspaceId, ...payload },
    })
    const isExpected = answer.status === 200 || mayFail
    const about = `${this.#run} ${url}: ${JSON.stringify(answer.body)}\n${this.log.join('\n')}`
    assert.ok(isExpected, about)
    // SAFETY: the test knows the answer of its operation.
    return answer.body as Body
  }

  /** Changes the text: a word, a tick, a card or an item, which may move, a row or a paragraph. */
  async #edit(who: Who, pageId: string): Promise<void> {
    const { version } = await storedPage(this.#quire, pageId)
    const before = await markdownOf(this.#quire, pageId)
    const text = this.#texts.changed(before)
    await this.#write(who, 'edit', { pageId, mode: 'body', text, expectedVersion: version })
    await this.#noteParts(pageId)
  }

  async #changeFields(who: Who, pageId: string): Promise<void> {
    const kind = this.random()
    if (kind < 0.4) {
      await this.#write(who, 'update', { pageId, title: this.#texts.word() })
    } else if (kind < 0.8) {
      const set = { [pick(['status', 'owner'], this.random)]: this.#texts.word() }
      await this.#write(who, 'set-properties', { pageId, set })
    } else {
      const set = { tags: [this.#texts.word(), this.#texts.word()] }
      await this.#write(who, 'set-properties', { pageId, set })
    }
  }

  async #write(who: Who, name: string, input: object, mayFail = false): Promise<void> {
    this.log.push(`${who} ${name} ${JSON.stringify(input)}`)
    await this.send(`/v1/pages/${name}`, input, this.#keys[who], mayFail)
  }

  async #create(who: Who, parentId: string | null): Promise<string> {
    const isBoard = this.random() < 0.3
    const title = this.#texts.word()
    const page = { title, parentId, ...(!isBoard && { markdown: this.#texts.text() }) }
    const key = this.#keys[who]
    const { pageId } = await this.send<{ pageId: string }>('/v1/pages/create', page, key)
    if (isBoard) {
      await this.send('/v1/pages/update', { pageId, content: this.#texts.board() }, key)
      assert.equal((await storedPage(this.#quire, pageId)).type, 'KANBAN')
    }
    this.#ids.push(pageId)
    this.log.push(`${who} create ${pageId} below ${parentId}`)
    await this.#noteParts(pageId)
    return pageId
  }

  async #noteParts(pageId: string): Promise<void> {
    const { words, kinds } = this.parts.get(pageId) ?? { words: new Set(), kinds: new Set() }
    const row = await this.#quire.app.store.get(rowStatement, {
      workspaceId: this.#quire.workspaceId,
      id: pageId,
    })
    if (row?.deletedWith !== null) return
    const now = partsOf(await markdownOf(this.#quire, pageId))
    this.parts.set(pageId, { words: words.union(now.words), kinds: kinds.union(now.kinds) })
  }

  async #filesOf(pageId: string): Promise<string[]> {
    type Files = { files: { name: string }[] }
    const { files } = await this.send<Files>('/v1/page-files/list', { pageId }, this.#keys.ben)
    return files.map(({ name }) => name).toSorted()
  }

  /** Notes which pages are in the trash now. */
  async #forgetDeleted(rootId: string): Promise<void> {
    const shown = await this.shown()
    this.#live.splice(0)
    for (const { id, deletedWith } of shown.values()) {
      if (deletedWith === null && !this.apart.includes(id)) this.#live.push(id)
    }
    const isDeleted = shown.get(rootId)?.deletedWith === rootId
    const others = this.#deleted.filter((id) => id !== rootId)
    this.#deleted.splice(0, Infinity, ...others, ...(isDeleted ? [rootId] : []))
  }
}
