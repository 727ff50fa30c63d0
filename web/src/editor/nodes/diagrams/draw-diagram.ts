import mermaidUrl from '../../../../vendor/mermaid/mermaid.min.js?url'
import frameUrl from './frame.ts?worker&url'

export type Drawn = { svg: string } | { error: string } | { error: 'slow' }

type Answer = { id: number; svg?: string; error?: string }

/** The time for loading and drawing together. */
const maxMs = 20_000

/** The one frame of this window; it is made again when a diagram kept it busy for too long. */
let frame: Promise<HTMLIFrameElement> | undefined
let lastId = 0

/** Draws a diagram in a frame that has neither an origin nor network. */
export async function drawDiagram(source: string, isDark: boolean): Promise<Drawn> {
  const end = Date.now() + maxMs
  frame ??= openFrame()
  const current = frame
  const element = await current.catch(() => undefined)
  if (element === undefined) {
    frame = undefined
    return { error: 'slow' }
  }
  lastId += 1
  const id = lastId
  const answer = answerOf(element, id, end - Date.now())
  element.contentWindow?.postMessage({ id, source, isDark }, '*')
  const found = await answer
  if (found === undefined) {
    element.remove()
    if (frame === current) frame = undefined
    return { error: 'slow' }
  }
  return found.svg === undefined ? { error: found.error ?? '' } : { svg: found.svg }
}

async function openFrame(): Promise<HTMLIFrameElement> {
  const element = document.createElement('iframe')
  element.className = 'diagram-frame'
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('aria-hidden', 'true')
  element.tabIndex = -1
  element.srcdoc = frameHtml()
  document.body.append(element)
  const isReady = await answerOf(element, 0, maxMs)
  if (isReady === undefined) {
    element.remove()
    throw new TypeError('The frame for diagrams did not load.')
  }
  return element
}

/** The message with this ID; undefined if it takes too long. */
function answerOf(element: HTMLIFrameElement, id: number, ms: number): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | undefined) => {
      clearTimeout(timer)
      removeEventListener('message', receive)
      resolve(answer)
    }
    const receive = ({ source, data }: MessageEvent<Answer>) => {
      if (source === element.contentWindow && data.id === id) finish(data)
    }
    const timer = setTimeout(() => finish(undefined), ms)
    addEventListener('message', receive)
  })
}

function frameHtml(): string {
  const { origin } = location
  const policy = `default-src 'none'; script-src ${origin}/assets/; style-src 'unsafe-inline'; img-src data:`
  const scripts = [mermaidUrl, frameUrl].map(
    (url) => `<script src="${new URL(url, location.href).href}"></script>`,
  )
  return `<!doctype html><meta http-equiv="content-security-policy" content="${policy}"><body>${scripts.join('')}`
}
