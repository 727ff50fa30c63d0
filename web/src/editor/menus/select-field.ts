type Choice = { value: string; text: string }

/** A choice inside a block that is not itself text of the page. */
export function selectField(
  label: string,
  choices: readonly Choice[],
  choose: (value: string) => void,
): HTMLSelectElement {
  const field = document.createElement('select')
  field.setAttribute('aria-label', label)
  // Some have many choices, and a page many of them: they come when somebody is about to choose.
  const fill = () => {
    const shown = new Set([...field.options].map(({ value }) => value))
    if (shown.size < choices.length) {
      const { value } = field
      field.replaceChildren(...choices.map(option))
      showChoice(field, value)
    }
  }
  field.addEventListener('focus', fill)
  field.addEventListener('pointerdown', fill)
  field.addEventListener('change', () => choose(field.value))
  return field
}

/** Shows what is chosen, by its own name when it is none of the choices. */
export function showChoice(field: HTMLSelectElement, value: string, text = value): void {
  const isKnown = [...field.options].some((entry) => entry.value === value)
  if (!isKnown) field.append(option({ value, text }))
  field.value = value
}

function option({ value, text }: Choice): HTMLOptionElement {
  const element = document.createElement('option')
  element.value = value
  element.textContent = text
  return element
}
