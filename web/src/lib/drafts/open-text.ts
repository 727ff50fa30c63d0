import { DraftKeeper } from './draft-keeper.ts'
import { notifyDraftsChanged } from './draft-updates.ts'
import { closeSlot, openSlot } from './tabs.ts'
import {
  hasUnstored,
  isUnstored,
  listTexts,
  removeText,
  setText,
  type StoredText,
  type TextDraft,
  type TextKey,
} from './text-drafts.ts'

/** As for pages. */
const maxDelayMs = 500

const open = new Map<string, OpenText>()
let isGuarded = false

type Options = { userId: string; field: string; read: () => TextDraft }

/** A text that someone writes: it is stored in the browser until the server has it. */
export class OpenText {
  readonly #options: Options
  readonly #key: TextKey
  readonly #keeper: DraftKeeper<TextDraft>
  #edits = 0
  #storedEdits = 0

  constructor(options: Options) {
    const { userId, field, read } = options
    this.#options = options
    const key = { userId, field, slot: openSlot() }
    this.#key = key
    this.#keeper = new DraftKeeper({
      maxDelayMs,
      read,
      slot: {
        set: async (draft) => {
          const edits = this.#edits
          await setText(key, draft)
          this.#storedEdits = edits
        },
        remove: () => removeText(key),
      },
    })
    open.set(key.slot, this)
    guard()
  }

  /** Whether the browser has all of it, or there is nothing to store. */
  get isStored(): boolean {
    return this.#edits === this.#storedEdits
  }

  isOneOf(userId: string, fields: readonly string[]): boolean {
    return this.#key.userId === userId && fields.includes(this.#key.field)
  }

  changed(): void {
    this.#edits += 1
    this.#keeper.soon()
  }

  async store(): Promise<void> {
    if (!this.isStored) await this.#keeper.keep()
  }

  /** Forgets the text: the server has it, or no one wants it. */
  drop(): void {
    this.#storedEdits = this.#edits
    this.#keeper.drop()
  }

  /** The last text that was written in this field and left; undefined once something is written. */
  async left(): Promise<StoredText | undefined> {
    const { userId, field } = this.#options
    const texts = await leftTexts(userId, field)
    return this.#edits === 0 ? texts.at(-1) : undefined
  }

  /** Lets go of a text that this one continues, as soon as this one is stored. */
  async replace({ key }: StoredText): Promise<void> {
    await this.store()
    if (!this.isStored && !isUnstored(key)) return
    await removeText(key)
    notifyDraftsChanged()
  }

  /** The field goes. What it contains can be adopted from now on. */
  close(): void {
    const isStored = this.store()
    this.#keeper.stop()
    open.delete(this.#key.slot)
    closeSlot(this.#key.slot)
    void isStored.then(notifyDraftsChanged)
  }
}

/** Texts of a field that is no longer open, oldest first. */
export async function leftTexts(userId: string, field: string): Promise<StoredText[]> {
  const texts = await listTexts(userId)
  return texts.filter(({ key, where }) => key.field === field && where === 'gone')
}

/** Forgets the texts of these fields, open in this tab or left. */
export async function forgetTexts(userId: string, fields: readonly string[]): Promise<void> {
  for (const text of open.values()) if (text.isOneOf(userId, fields)) text.drop()
  for (const { key, where } of await listTexts(userId)) {
    if (fields.includes(key.field) && where !== 'elsewhere') await removeText(key)
  }
  notifyDraftsChanged()
}

export function openTextOf(slot: string): OpenText | undefined {
  return open.get(slot)
}

/** Stores what is being typed. */
export async function storeOpenTexts(): Promise<void> {
  await Promise.all([...open.values()].map((text) => text.store()))
}

/** Asks before a tab is closed only if something would be lost with it. */
function guard(): void {
  if (isGuarded) return
  isGuarded = true
  addEventListener('beforeunload', (event) => {
    const isStored = [...open.values()].every((text) => text.isStored)
    void storeOpenTexts()
    if (!isStored || hasUnstored()) event.preventDefault()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void storeOpenTexts()
  })
}
