type Choice = { value: string; text: string }

/** A choice inside a block that is not itself text of the page. */
export function selectField(
  label: string,
  choices: readonly Choice[],
  choose: (value: string) => void,
): HTMLSelectElement {
  const field = document.createElement('select')
  field.setAttribute('aria-label', label)
  field.append(...choices.map(option))
  field.addEventListener('change', () => choose(field.value))
  return field
}

/** A value that is none of the choices is shown by its own name. */
export function showChoice(field: HTMLSelectElement, value: string): void {
  const isKnown = [...field.options].some((entry) => entry.value === value)
  if (!isKnown) field.append(option({ value, text: value }))
  field.value = value
}

function option({ value, text }: Choice): HTMLOptionElement {
  const made = document.createElement('option')
  made.value = value
  made.textContent = text
  return made
}
