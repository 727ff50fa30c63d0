import { t } from '../../messages.ts'

type Caption = {
  isEditable: () => boolean
  change: (text: string) => void
  leave: () => void
}

/** The caption of an image: a field where the page may be changed, otherwise its text. */
export function captionField({ isEditable, change, leave }: Caption) {
  const dom = document.createElement('span')
  dom.className = 'image-caption'
  const field = document.createElement('input')
  field.placeholder = t.caption
  field.dir = 'auto'
  field.setAttribute('aria-label', t.caption)
  field.addEventListener('change', () => change(field.value.trim()))
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    field.blur()
    leave()
  })
  const show = (text: string) => {
    dom.classList.toggle('is-empty', text === '')
    if (isEditable()) {
      if (field !== document.activeElement) field.value = text
      if (field.parentNode !== dom) dom.replaceChildren(field)
    } else {
      dom.dir = 'auto'
      dom.textContent = text
    }
  }
  return { dom, show }
}
