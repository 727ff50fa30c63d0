import { t } from '../../messages.ts'

/** What every browser shows in place, and none of it can run anything. */
const players = /^(?:(audio|video)\/[\w.+-]+|application\/(pdf))$/

export function canBeEmbedded(mimeType: string): boolean {
  return players.test(mimeType)
}

/** The browser's own player or viewer. Files are sent with a policy of their own that runs nothing. */
export function drawMedia({
  url,
  mimeType,
  name,
}: {
  url: string
  mimeType: string
  name: string
}): HTMLElement {
  const [, player, pdf] = players.exec(mimeType) ?? []
  if (pdf !== undefined) return navigator.pdfViewerEnabled ? frame(url, name) : notice(t.noViewer)
  const media = document.createElement(player === 'audio' ? 'audio' : 'video')
  media.controls = true
  media.preload = 'metadata'
  media.src = url
  media.setAttribute('aria-label', name)
  media.addEventListener('error', () => media.replaceWith(notice(t.cannotPlay)))
  return media
}

/** The viewer of a browser does not start in a sandbox: the answer brings its own. */
function frame(url: string, name: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.src = url
  element.title = name
  element.loading = 'lazy'
  return element
}

function notice(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'file-notice'
  element.setAttribute('role', 'status')
  element.textContent = text
  return element
}
