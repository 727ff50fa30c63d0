import { formatNumber } from '../../../lib/numbers.ts'
import { t } from '../../messages.ts'

const minWidth = 40
const step = 10
const bigStep = 50

/** A slider at the edge of an image: dragged by mouse or finger, or moved by the arrow keys, which are announced. */
export function resizeHandle(
  image: HTMLImageElement,
  change: (width: number) => void,
): HTMLSpanElement {
  const handle = document.createElement('span')
  handle.className = 'image-handle'
  handle.tabIndex = 0
  handle.setAttribute('role', 'slider')
  handle.setAttribute('aria-label', t.imageWidth)
  handle.setAttribute('aria-valuemin', String(minWidth))
  const maxWidth = () => {
    const { width = 0 } = image.closest('.page-content')?.getBoundingClientRect() ?? {}
    return Math.max(minWidth, Math.round(width))
  }
  const announce = (width: number) => {
    handle.setAttribute('aria-valuemax', String(maxWidth()))
    handle.setAttribute('aria-valuenow', String(width))
    handle.setAttribute('aria-valuetext', t.pixels({ width: formatNumber(width) }))
  }
  const current = () => Math.round(image.getBoundingClientRect().width)
  const limited = (width: number) => Math.round(Math.min(maxWidth(), Math.max(minWidth, width)))
  handle.setAttribute('aria-valuenow', String(image.width || minWidth))
  handle.addEventListener('focus', () => announce(current()))
  handle.addEventListener('keydown', (event) => {
    const width = widthAfter(event, current(), maxWidth())
    if (width === undefined) return
    event.preventDefault()
    event.stopPropagation()
    announce(limited(width))
    change(limited(width))
  })
  handle.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const [startX, start] = [event.clientX, current()]
    // On the side where a line ends.
    const sign = getComputedStyle(handle).direction === 'rtl' ? -1 : 1
    let width = start
    const move = (moved: PointerEvent) => {
      width = limited(start + sign * (moved.clientX - startX))
      image.setAttribute('width', String(width))
      image.removeAttribute('height')
      announce(width)
    }
    const end = () => {
      handle.removeEventListener('pointermove', move)
      if (width !== start) change(width)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end, { once: true })
    handle.addEventListener('pointercancel', end, { once: true })
  })
  return handle
}

function widthAfter(event: KeyboardEvent, width: number, maxWidth: number): number | undefined {
  const by = event.shiftKey ? bigStep : step
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return width + by
    case 'ArrowLeft':
    case 'ArrowDown':
      return width - by
    case 'Home':
      return minWidth
    case 'End':
      return maxWidth
    default:
      return undefined
  }
}
