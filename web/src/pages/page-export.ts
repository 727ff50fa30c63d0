import { client } from '../lib/client.ts'

type PageIds = { workspaceId: string; pageId: string }

export async function copyMarkdown(pageIds: PageIds): Promise<void> {
  const text = client.pages.markdown(pageIds).then(({ markdown }) => markdown)
  // Safari lets only a promise inside the click write to the clipboard.
  const blob = text.then((markdown) => new Blob([markdown], { type: 'text/plain' }))
  const written = navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  // Of a refused text, some browsers say only that the writing failed.
  await Promise.all([blob, written])
}

export function downloadAddress(
  { workspaceId, pageId }: PageIds,
  format: 'markdown' | 'html',
): string {
  return `/v1/pages/download?${new URLSearchParams({ workspaceId, pageId, format }).toString()}`
}

/** Has the browser save what stands at an address of ours. */
export function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
