import type { LivePage } from '../../live/live-page.ts'
import type { PageVersion } from './page-state.ts'

export type Edited = Pick<PageVersion, 'updatedAt' | 'updatedBy'>

/** The line that names it changes no more often while one person writes. */
const everyMs = 10_000

/** Who changed a page last, and when: the same object while nobody else did. */
export class LastEdit {
  readonly #me: PageVersion['updatedBy']
  #edited: Edited
  #version: number

  constructor(me: PageVersion['updatedBy'], { version, updatedAt, updatedBy }: PageVersion) {
    this.#me = me
    this.#edited = { updatedAt, updatedBy }
    this.#version = version
  }

  get now(): Edited {
    return this.#edited
  }

  /** The page is saved as a whole. */
  set({ version, updatedAt, updatedBy }: PageVersion): void {
    this.#version = version
    if (updatedAt !== this.#edited.updatedAt) this.#edited = { updatedAt, updatedBy }
  }

  /** The page is live: a screen that is drawn anew with every key of others would be slow. */
  note({ version, lastWriter }: LivePage): void {
    if (version === this.#version) return
    this.#version = version
    const updatedBy =
      lastWriter === undefined
        ? this.#me
        : { id: lastWriter.id, firstName: lastWriter.name, lastName: '' }
    const { updatedAt, updatedBy: before } = this.#edited
    if (updatedBy.id === before.id && Date.now() - Date.parse(updatedAt) < everyMs) return
    this.#edited = { updatedAt: new Date().toISOString(), updatedBy }
  }
}
