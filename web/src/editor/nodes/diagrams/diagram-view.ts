import { formatNumber } from '../../../lib/numbers.ts'
import { t } from '../../messages.ts'
import type { Drawn } from './draw-diagram.ts'

/** Longer ones would keep the frame busy. */
const maxLength = 20_000
/** While the source is written, it is drawn when the hands rest. */
const restMs = 400
/** After this time, the picture says that it takes longer than usual. */
const lateMs = 5000

type DrawDiagram = (source: string, isDark: boolean) => Promise<Drawn>

/** The picture of a diagram, drawn from its source. */
export function diagramView(drawDiagram: DrawDiagram = drawInFrame, isLateAfterMs = lateMs) {
  const dom = document.createElement('div')
  dom.className = 'diagram'
  dom.contentEditable = 'false'
  let source: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  const { show, status, fail, release } = pictureIn(dom)
  const scheme = new MutationObserver(() => draw())
  scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })

  const draw = async (): Promise<void> => {
    clearTimeout(late)
    const drawn = source
    if (drawn === undefined || drawn.trim() === '') return dom.replaceChildren()
    if (drawn.length > maxLength) {
      return fail(t.diagramTooLong({ count: formatNumber(maxLength) }))
    }
    if (dom.querySelector('img') === null) {
      status(t.drawingDiagram)
      dom.classList.remove('has-failed')
      late = setTimeout(() => status(t.drawingTakesLong), isLateAfterMs)
    }
    const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark'
    const result = await drawDiagram(drawn, isDark)
    if (drawn !== source) return undefined
    clearTimeout(late)
    if ('svg' in result) return show(result.svg)
    if (result.error !== 'slow') return fail(result.error)
    fail(t.diagramTooSlow)
    dom.append(retryButton(() => void draw()))
    return undefined
  }
  return {
    dom,
    show: (text: string) => {
      if (text === source) return
      const isFirst = source === undefined
      source = text
      clearTimeout(timer)
      timer = setTimeout(() => void draw(), isFirst ? 0 : restMs)
    },
    destroy: () => {
      clearTimeout(timer)
      clearTimeout(late)
      scheme.disconnect()
      release()
      source = undefined
    },
  }
}

/** The drawing in the element, or what became of it. */
function pictureIn(dom: HTMLElement) {
  let url = ''
  const release = () => URL.revokeObjectURL(url)
  const status = (text: string) => dom.replaceChildren(statusOf(text))
  return {
    release,
    status,
    /** As an image: nothing in it runs, loads anything or leads anywhere. */
    show: (svg: string) => {
      release()
      url = URL.createObjectURL(new Blob([sized(svg)], { type: 'image/svg+xml' }))
      const image = document.createElement('img')
      image.src = url
      image.alt = t.diagram
      dom.replaceChildren(image)
      dom.classList.remove('has-failed')
    },
    fail: (reason: string) => {
      status(t.diagramFailed({ reason }))
      dom.classList.add('has-failed')
    },
  }
}

async function drawInFrame(source: string, isDark: boolean): Promise<Drawn> {
  try {
    const { drawDiagram } = await import('./draw-diagram.ts')
    return await drawDiagram(source, isDark)
  } catch {
    // The program could not be loaded.
    return { error: 'slow' }
  }
}

function retryButton(retry: () => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = t.tryAgain
  // A click on the picture puts the cursor into the source.
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    retry()
  })
  return button
}

function statusOf(text: string): HTMLElement {
  const element = document.createElement('span')
  element.setAttribute('role', 'status')
  element.textContent = text
  return element
}

/** An image of 100 % has no size of its own: it takes that of its view box. */
function sized(svg: string): string {
  const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) return svg
  return svg.replace(/ width="100%"/, ` width="${width}" height="${height}"`)
}
