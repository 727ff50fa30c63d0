import assert from 'node:assert/strict'
import { type Random, randomFrom } from '../../../bench/support/texts.ts'
import { boardOf } from '../../../content/board.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { statement } from '../../../server/store/statement.ts'
import { markdownOf, storedPage } from '../pages.ts'
import type { TestServer } from '../server.ts'
import type { RevertedPage, RevertPart } from './agent-runs.ts'
import { pick } from './random-edits.ts'

/**
 * Random histories of a tree of pages: people build it, an agent changes it in one run, and people change pages that the
 * run does not touch, or any page.
 */
export type History = {
  seed: number
  /** Whether people change what the run changed. */
  isEntangled: boolean
}

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
type Shown = Row & { markdown: string | undefined }

export type RevertedHistory = {
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
  log: string[]
}

const rowStatement = statement<Row, { workspaceId: string; id: string }>(
  'test.page',
  `select id, parent_id as "parentId", position, title, properties_source as "properties", type,
     deleted_with as "deletedWith" from pages where workspace_id = $workspaceId and id = $id`,
)

const pagesAtFirst = 9
const changes = 16
const columns = parseMarkdown('## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Three\n')
assert.ok(columns.ok)
const board = boardOf(columns.document)

export async function revertRandomHistory(
  quire: TestServer,
  keys: { agent: string; person: string },
  { seed, isEntangled }: History,
): Promise<RevertedHistory> {
  const tree = new RandomTree(quire, keys, seed)
  await tree.build()
  const before = await tree.shown()
  for (let change = 0; change < changes; change += 1) {
    const isPerson = isEntangled && tree.random() < 0.3
    await tree.change(isPerson ? 'person' : 'agent')
  }
  const runId = await tree.runId()
  if (runId === undefined) {
    return {
      before,
      changed: before,
      after: before,
      again: before,
      previewed: [],
      reverted: [],
      repeated: [],
      log: tree.log,
    }
  }
  const changed = await tree.shown()
  const previewed = await tree.send<RevertPart>('/v1/runs/preview-revert', { runId }, keys.agent)
  const reverted = await tree.send<RevertPart>('/v1/runs/revert', { runId }, keys.agent)
  const after = await tree.shown()
  const repeated = await tree.send<RevertPart>('/v1/runs/revert', { runId }, keys.agent)
  return {
    before,
    changed,
    after,
    again: await tree.shown(),
    previewed: previewed.pages,
    reverted: reverted.pages,
    repeated: repeated.pages,
    log: tree.log,
  }
}

type Who = 'agent' | 'person'

class RandomTree {
  readonly random: Random
  readonly log: string[] = []
  readonly #quire: TestServer
  readonly #keys: Record<Who, string>
  readonly #run: string
  /** Every page of the history. */
  readonly #ids: string[] = []
  readonly #live: string[] = []
  readonly #deleted: string[] = []
  #rootId = ''
  #words = 0

  constructor(quire: TestServer, keys: Record<Who, string>, seed: number) {
    this.random = randomFrom(seed)
    this.#quire = quire
    this.#keys = keys
    this.#run = `history-${seed}`
  }

  async build(): Promise<void> {
    this.#rootId = await this.#create('person', null)
    this.#live.push(this.#rootId)
    while (this.#live.length < pagesAtFirst) {
      const parentId = pick(this.#live, this.random)
      this.#live.push(await this.#create('person', parentId))
    }
    const pageId = pick(this.#live.slice(1), this.random)
    await this.send('/v1/pages/delete', { pageId }, this.#keys.person)
    this.log.length = 0
    await this.#forgetDeleted(pageId)
  }

  async change(who: Who): Promise<void> {
    const key = this.#keys[who]
    const [pageId, other] = [pick(this.#live, this.random), pick(this.#live, this.random)]
    const kind = Math.floor(this.random() * 9)
    const isRoot = pageId === this.#rootId
    if (kind <= 1) {
      await this.#edit(who, pageId)
    } else if (kind === 2) {
      await this.#write(who, 'update', { pageId, title: this.#word() })
    } else if (kind === 3) {
      const set = { [pick(['status', 'owner'], this.random)]: this.#word() }
      await this.#write(who, 'set-properties', { pageId, set })
    } else if (kind <= 5 && !isRoot) {
      await this.#write(who, 'move', { pageId, newParentId: other, prevPageId: null }, true)
    } else if (kind === 6 && !isRoot) {
      await this.#write(who, 'delete', { pageId })
      await this.#forgetDeleted(pageId)
    } else if (kind === 7) {
      this.#live.push(await this.#create(who, pageId))
    } else if (kind === 8 && this.#deleted.length > 0) {
      const back = pick(this.#deleted, this.random)
      await this.send('/v1/pages/restore', { pageId: back }, key, true)
      this.log.push(`${who} restore ${back}`)
      await this.#forgetDeleted(back)
    }
  }

  /** Adds a paragraph to a text, and a card to a board. */
  async #edit(who: Who, pageId: string): Promise<void> {
    const { type } = await storedPage(this.#quire, pageId)
    const word = this.#word()
    const edit = { pageId, mode: 'append', text: type === 'KANBAN' ? `- [ ] ${word}` : `${word}.` }
    await this.#write(who, 'edit', edit)
  }

  /** The run of the agent; undefined if it changed nothing. */
  async runId(): Promise<string | undefined> {
    type Runs = { runs: { id: string; name: string | null }[] }
    const { runs } = await this.send<Runs>('/v1/runs/list', { limit: 10 }, this.#keys.agent)
    return runs.find(({ name }) => name === this.#run)?.id
  }

  async shown(): Promise<Map<string, Shown>> {
    const { app, workspaceId } = this.#quire
    const shown = new Map<string, Shown>()
    for (const id of this.#ids) {
      const row = await app.store.get(rowStatement, { workspaceId, id })
      assert.ok(row)
      const isLive = row.deletedWith === null
      const markdown = isLive ? await markdownOf(this.#quire, id) : undefined
      shown.set(id, { ...row, markdown })
    }
    return shown
  }

  async send<Body>(url: string, payload: object, key: string, mayFail = false): Promise<Body> {
    const isAgent = key === this.#keys.agent
    const headers = { authorization: `Bearer ${key}`, ...(isAgent && { 'quire-run': this.#run }) }
    const { workspaceId } = this.#quire
    const answer = await this.#quire.request({
      method: 'POST',
      url,
      headers,
      payload: { workspaceId, ...payload },
    })
    const isExpected = answer.status === 200 || mayFail
    assert.ok(isExpected, `${this.#run} ${url}: ${JSON.stringify(answer.body)}`)
    // SAFETY: the test knows the answer of its operation.
    return answer.body as Body
  }

  async #write(who: Who, name: string, input: object, mayFail = false): Promise<void> {
    this.log.push(`${who} ${name} ${JSON.stringify(input)}`)
    await this.send(`/v1/pages/${name}`, input, this.#keys[who], mayFail)
  }

  async #create(who: Who, parentId: string | null): Promise<string> {
    const isBoard = this.random() < 0.3
    const page = {
      title: this.#word(),
      parentId,
      ...(isBoard
        ? { content: board }
        : { markdown: `${this.#word()} ${this.#word()}.\n\n- [ ] ${this.#word()}\n` }),
    }
    const key = this.#keys[who]
    const { pageId } = await this.send<{ pageId: string }>('/v1/pages/create', page, key)
    this.#ids.push(pageId)
    this.log.push(`${who} create ${pageId} below ${parentId}`)
    return pageId
  }

  /** Notes which pages are in the trash now. */
  async #forgetDeleted(rootId: string): Promise<void> {
    const shown = await this.shown()
    this.#live.splice(0)
    for (const { id, deletedWith } of shown.values()) if (deletedWith === null) this.#live.push(id)
    const isDeleted = shown.get(rootId)?.deletedWith === rootId
    const others = this.#deleted.filter((id) => id !== rootId)
    this.#deleted.splice(0, Infinity, ...others, ...(isDeleted ? [rootId] : []))
  }

  #word(): string {
    this.#words += 1
    return `w${this.#words}x${Math.floor(this.random() * 1e6)}`
  }
}
