/** Pages that someone wants to move elsewhere. */
export type PagesToMove = { workspaceId: string; pages: readonly { id: string; title: string }[] }

type Listener = (pages: PagesToMove) => void

const listeners = new Set<Listener>()

/** Opens the dialog that asks where to move pages, from wherever they are shown. */
export function openMoveDialog(pages: PagesToMove): void {
  for (const listener of listeners) listener(pages)
}

/** For the dialog itself. Returns the function that stops listening. */
export function onMoveDialog(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
