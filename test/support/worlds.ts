import { pageRow } from '../../bench/search/page-row.ts'
import type { App } from '../../server/app.ts'
import { fromMarkdown } from '../../server/domain/document/tasks.ts'
import { logEntry } from '../../server/domain/pages/search-entries.ts'
import { newId } from '../../server/lib/ids.ts'
import { makeEntry } from '../../server/search/index/page-entry.ts'
import { versions } from '../../server/search/index/versions.ts'
import {
  contents,
  levelNumbers,
  pages,
  search,
  sections,
  systemViewer,
  type Transaction,
  type Viewer,
  workspaces,
} from '../../server/store/index.ts'

/** `shared` and `secret` are sections of the one world that has sections. */
export type Scope = 'open' | 'shared' | 'secret'
export type Text = { title: string; markdown: string }
type WorldPage = Text & { id: string; scope: Scope; parentId: string | undefined }

/** One workspace, which holds the pages of some scopes; the same pages have the same IDs everywhere. */
type World = { workspaceId: string; scopes: readonly Scope[]; inserted: Set<string> }

export type Side = { name: string; viewer: Viewer }

/** Worlds with the same history: one with sections, and for each of its viewers one with their pages alone. */
export class Worlds {
  readonly all: World
  readonly #app: App
  readonly #userId: string
  readonly #insiderId: string
  readonly #worlds: World[]
  readonly roots: Record<Scope, string>
  readonly pages: WorldPage[] = []

  private constructor(app: App, userId: string, insiderId: string, worlds: World[], all: World) {
    this.#app = app
    this.#userId = userId
    this.#insiderId = insiderId
    this.#worlds = worlds
    this.all = all
    this.roots = { open: newId(), shared: newId(), secret: newId() }
  }

  static async create(
    { app, userId }: { app: App; userId: string },
    insiderId: string,
  ): Promise<Worlds> {
    const lists: Scope[][] = [
      ['open', 'shared', 'secret'],
      ['open', 'shared'],
      ['shared'],
      ['open', 'shared', 'secret'],
    ]
    const worlds: World[] = []
    for (const scopes of lists) {
      const id = newId()
      await app.store.transact((transaction) =>
        workspaces.insert(transaction, { id, name: 'World', slug: id, createdAt: 0 }),
      )
      worlds.push({ workspaceId: id, scopes, inserted: new Set() })
    }
    const [all] = worlds
    if (all === undefined) throw new TypeError('There is no world.')
    const created = new Worlds(app, userId, insiderId, worlds, all)
    await created.#addRoots()
    return created
  }

  async #addRoots(): Promise<void> {
    const text = { title: 'Root', markdown: 'Nothing.' }
    const { open, shared, secret } = this.roots
    await this.#add({ ...text, id: open, scope: 'open', parentId: undefined })
    await this.#add({ ...text, id: shared, scope: 'shared', parentId: open })
    await this.#add({ ...text, id: secret, scope: 'secret', parentId: open })
    await this.#restrict(shared, { [this.all.workspaceId]: 0, [this.guestId]: levelNumbers.read })
    await this.grant(true)
  }

  readonly guestId = newId()

  /** A viewer of the world with sections beside the world that must look the same. */
  sides(isGranted: boolean): { name: string; here: Viewer; there: Viewer }[] {
    const { workspaceId } = this.all
    const [, outsider, guest, insider] = this.#worlds
    const member = { ...systemViewer(workspaceId), seesEverything: false }
    const there = (world: World | undefined) => systemViewer(world?.workspaceId ?? '')
    return [
      { name: 'outsider', here: { ...member, viewerId: newId() }, there: there(outsider) },
      {
        name: 'guest',
        here: { ...member, viewerId: this.guestId, everyoneId: '' },
        there: there(guest),
      },
      {
        name: 'insider',
        here: { ...member, viewerId: this.#insiderId },
        there: there(isGranted ? insider : outsider),
      },
    ]
  }

  get workspaceIds(): string[] {
    return this.#worlds.map(({ workspaceId }) => workspaceId)
  }

  /** Pages are below the root of their scope; open ones may be below the secret root too. */
  async add(scope: Scope, text: Text, under: Scope = scope): Promise<void> {
    const page = { ...text, id: newId(), scope, parentId: this.roots[under] }
    this.pages.push(page)
    await this.#add(page)
  }

  async change(page: WorldPage, text: Text): Promise<void> {
    Object.assign(page, { markdown: text.markdown })
    for (const world of this.#holding(page)) {
      await this.#app.store.transact((transaction) => this.#write(transaction, world, page))
    }
  }

  async remove(page: WorldPage): Promise<void> {
    this.pages.splice(this.pages.indexOf(page), 1)
    for (const world of this.#holding(page)) await this.#remove(world, page)
  }

  async move(page: WorldPage, scope: Scope): Promise<void> {
    const before = this.#holding(page)
    page.scope = scope
    const after = this.#holding(page)
    for (const world of after) if (!before.includes(world)) await this.#insert(world, page)
    for (const world of before) if (!after.includes(world)) await this.#remove(world, page)
    const { workspaceId } = this.all
    await this.#app.store.transact(async (transaction) => {
      const ids = [page.id]
      await sections.assign(transaction, { workspaceId, ids }, this.#sectionOf(scope))
      await sections.advance(transaction, workspaceId)
    })
  }

  /** Gives the insider access to the secret section, or takes it away. */
  async grant(isGranted: boolean): Promise<void> {
    await this.#restrict(this.roots.secret, isGranted ? { [this.#insiderId]: 1 } : {})
  }

  async #restrict(sectionId: string, access: Record<string, number>): Promise<void> {
    const { workspaceId } = this.all
    await this.#app.store.transact(async (transaction) => {
      const row = { sectionId, inherits: 0, createdAt: 1, createdBy: this.#userId } as const
      await sections.put(transaction, workspaceId, row)
      const rows = Object.entries(access).map(([principalId, level]) => ({ principalId, level }))
      await sections.replaceAccess(transaction, { workspaceId, sectionId }, rows)
      await sections.advance(transaction, workspaceId)
    })
  }

  /** The workspaces with the pages of a scope. */
  holding(scope: Scope): string[] {
    return this.#worlds.flatMap(({ workspaceId, scopes }) =>
      scopes.includes(scope) ? [workspaceId] : [],
    )
  }

  #holding({ scope }: WorldPage): World[] {
    return this.#worlds.filter(({ scopes }) => scopes.includes(scope))
  }

  #sectionOf(scope: Scope): string | null {
    return scope === 'open' ? null : this.roots[scope]
  }

  async #add(page: WorldPage): Promise<void> {
    for (const world of this.#holding(page)) await this.#insert(world, page)
  }

  async #insert(world: World, page: WorldPage): Promise<void> {
    const { workspaceId, inserted } = world
    await this.#app.store.transact(async (transaction) => {
      if (!inserted.has(page.id)) {
        const { id: pageId, title, parentId } = page
        const row = pageRow({ workspaceId, pageId, userId: this.#userId, title })
        const isThere = parentId !== undefined && inserted.has(parentId)
        await pages.insert(transaction, {
          ...row,
          parentId: isThere ? parentId : workspaceId,
          sectionId: world === this.all ? this.#sectionOf(page.scope) : null,
        })
      }
      inserted.add(page.id)
      await this.#write(transaction, world, page)
    })
  }

  async #write(
    transaction: Transaction,
    { workspaceId }: World,
    { id: pageId, title, markdown }: WorldPage,
  ): Promise<void> {
    const prepared = fromMarkdown(markdown)
    if (!prepared.ok) throw new TypeError('The text is too long.')
    const { content } = prepared
    await contents.put(transaction, { workspaceId, pageId }, content)
    await logEntry(transaction, { workspaceId, pageId }, makeEntry(title, content.search))
  }

  async #remove({ workspaceId }: World, { id }: WorldPage): Promise<void> {
    await this.#app.store.transact((transaction) =>
      search.logRemovals(transaction, { workspaceId, ids: [id] }, versions.analyser),
    )
  }
}
