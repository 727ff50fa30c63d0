/**
 * Keys for tools that are still loading. They and the letters behind them wait, so that an address that follows
 * the keys of a link does not replace the selected text.
 */
export class PendingKeys {
  /** Undefined when nothing waits any more. */
  #pending: KeyboardEvent[] | undefined = []

  /** Whether the key waits. */
  hold(event: KeyboardEvent): boolean {
    if (this.#pending === undefined || event.isComposing) return false
    if (this.#pending.length === 0 && !isForTools(event)) return false
    this.#pending.push(event)
    return true
  }

  /** The tools are there: what waited is pressed again. */
  release(): void {
    const pending = this.#pending ?? []
    this.#pending = undefined
    // React changes nothing at once while it runs effects.
    setTimeout(() => pending.forEach(press))
  }

  /** The tools cannot be loaded now: the text takes what it can. */
  drop(): void {
    const pending = this.#pending ?? []
    this.#pending = undefined
    pending.forEach(press)
    this.#pending = []
  }
}

function isForTools({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (key === 'Escape') return true
  if (key === 'F10') return altKey || shiftKey
  if (altKey) return key.startsWith('Arrow')
  const isMod = ctrlKey || metaKey
  return isMod && (key === '.' || 'dD'.includes(key) || (shiftKey && 'kK'.includes(key)))
}

function press(event: KeyboardEvent): void {
  const target = document.activeElement
  if (target === null) return
  const again = new KeyboardEvent('keydown', event)
  if (!target.dispatchEvent(again)) return
  const { key, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey) return
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
}
