import type { ServerEventBus } from '@modelcontextprotocol/server'

type Listed = Awaited<ReturnType<ReadPages>>
type Listener = Parameters<ServerEventBus['subscribe']>[0]
/** What is listed of each page; any difference counts. */
type ReadPages = (ownership: 'SKILL' | 'AGENT') => Promise<readonly { id: string }[]>

/** Tells when the lists of prompts and resources are others than before. */
export class SkillLists {
  readonly #read: ReadPages
  readonly #listener: Listener
  #known: { skills: string; agents: string } | undefined
  readonly #changed = new Set<string>()
  #looking: Promise<void> | undefined

  constructor(read: ReadPages, listener: Listener) {
    this.#read = read
    this.#listener = listener
  }

  /** Looks at the lists once, however many pages change meanwhile. */
  async look(pageId?: string): Promise<void> {
    if (pageId !== undefined) this.#changed.add(pageId)
    while (this.#looking !== undefined) {
      // A failed one leaves what changed to this one.
      await this.#looking.catch(() => undefined)
      if (pageId !== undefined && !this.#changed.has(pageId)) return
    }
    this.#looking = this.#look().finally(() => (this.#looking = undefined))
    await this.#looking
  }

  async #look(): Promise<void> {
    const changed = new Set(this.#changed)
    this.#changed.clear()
    const [skills, agents] = await this.#readBoth(changed)
    const before = this.#known
    const now = { skills: JSON.stringify(skills), agents: JSON.stringify(agents) }
    this.#known = now
    if (before === undefined) return
    // The first line of a skill is its description.
    const isSkillChanged = before.skills !== now.skills || skills.some(({ id }) => changed.has(id))
    const isAgentChanged = before.agents !== now.agents || agents.some(({ id }) => changed.has(id))
    if (isSkillChanged) this.#listener({ kind: 'prompts_list_changed' })
    if (isSkillChanged || isAgentChanged) this.#listener({ kind: 'resources_list_changed' })
  }

  async #readBoth(changed: ReadonlySet<string>): Promise<[Listed, Listed]> {
    try {
      return [await this.#read('SKILL'), await this.#read('AGENT')]
    } catch (error) {
      // The next look finds what changed until then.
      for (const pageId of changed) this.#changed.add(pageId)
      throw error
    }
  }
}
