/**
 * Escape closes the dialog that has the focus, and not those that it was opened from. Dialogs of Mantine would all
 * close, as each listens for itself.
 */
export function closeDialogByEscape(event: KeyboardEvent): void {
  const { key, isComposing, target } = event
  if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
  // A list or popover in the dialog closes first.
  if (target.getAttribute('data-mantine-stop-propagation') === 'true') return
  const dialogs = [...document.querySelectorAll('.mantine-Modal-content')]
  const dialog = target.closest('.mantine-Modal-content') ?? dialogs.toSorted(byLayer).at(-1)
  // A secret that is shown once stays until the person has confirmed it.
  if (dialog?.closest('[data-stays-on-escape=true]')) return
  dialog?.querySelector<HTMLElement>('.mantine-Modal-close')?.click()
}

function byLayer(one: Element, other: Element): number {
  return layerOf(one) - layerOf(other)
}

function layerOf(dialog: Element): number {
  const { zIndex } = getComputedStyle(dialog.parentElement ?? dialog)
  return Number(zIndex) || 0
}
