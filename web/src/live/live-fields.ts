import type { GivenFields, PageFields } from '../../../server/lib/page-fields.ts'
import { differingFields, givenFields, pickSome } from '../../../server/lib/page-fields.ts'

/** The title and the icon, as the server has them and as the person sees them. */
export class LiveFields {
  readonly #read: () => PageFields
  #confirmed: PageFields

  constructor(confirmed: PageFields, read: () => PageFields) {
    this.#confirmed = confirmed
    this.#read = read
  }

  get confirmed(): PageFields {
    return this.#confirmed
  }

  /** What the person changed. */
  changed(): GivenFields | undefined {
    const now = this.#read()
    const names = differingFields(this.#confirmed, now)
    return names.length === 0 ? undefined : pickSome(now, names)
  }

  /** Gives what to show. Of two who change a title at once, the last one has it: what the person is typing stays. */
  confirm(given: GivenFields, isOwn: boolean): Partial<PageFields> | undefined {
    const typed = this.changed() ?? {}
    this.#confirmed = { ...this.#confirmed, ...givenFields(given) }
    if (isOwn) return undefined
    const shown = Object.entries(givenFields(given)).filter(([name]) => !(name in typed))
    return shown.length === 0 ? undefined : Object.fromEntries(shown)
  }
}
