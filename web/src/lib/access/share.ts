/** A page whose permissions someone wants to see or change. */
export type SharedPage = { workspaceId: string; pageId: string; title: string }

type Listener = (page: SharedPage) => void

const listeners = new Set<Listener>()

/** Opens the share dialog of a page, from wherever the page is shown. */
export function openShareDialog(page: SharedPage): void {
  for (const listener of listeners) listener(page)
}

/** For the dialog itself. Returns the function that stops listening. */
export function onShareDialog(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
