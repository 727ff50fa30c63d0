import { formatNumber } from '../../../lib/numbers.ts'
import { t } from '../../messages.ts'

/** Longer ones would keep the frame busy. */
const maxLength = 20_000
/** While the source is written, it is drawn when the hands rest. */
const restMs = 400

/** The picture of a diagram, drawn from its source. */
export function diagramView() {
  const dom = document.createElement('div')
  dom.className = 'diagram'
  dom.contentEditable = 'false'
  let source: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let url = ''
  const scheme = new MutationObserver(() => draw())
  scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })

  const draw = async (): Promise<void> => {
    const drawn = source
    if (drawn === undefined || drawn.trim() === '') return dom.replaceChildren()
    if (drawn.length > maxLength) {
      return fail(t.diagramTooLong({ count: formatNumber(maxLength) }))
    }
    if (dom.childElementCount === 0) status(t.drawingDiagram)
    const { drawDiagram } = await import('./draw-diagram.ts')
    const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark'
    const result = await drawDiagram(drawn, isDark)
    if (drawn !== source) return undefined
    if ('svg' in result) return show(result.svg)
    return fail(result.error === 'slow' ? t.diagramTooSlow : result.error)
  }
  /** As an image: nothing in it runs, loads anything or leads anywhere. */
  const show = (svg: string) => {
    URL.revokeObjectURL(url)
    url = URL.createObjectURL(new Blob([sized(svg)], { type: 'image/svg+xml' }))
    const image = document.createElement('img')
    image.src = url
    image.alt = t.diagram
    dom.replaceChildren(image)
    dom.classList.remove('has-failed')
  }
  const status = (text: string) => dom.replaceChildren(statusOf(text))
  const fail = (reason: string) => {
    status(t.diagramFailed({ reason }))
    dom.classList.add('has-failed')
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
      scheme.disconnect()
      URL.revokeObjectURL(url)
      source = undefined
    },
  }
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
