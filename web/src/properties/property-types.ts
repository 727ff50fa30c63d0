import {
  IconAlignLeft,
  IconCalendar,
  IconCheckbox,
  IconCircleChevronDown,
  IconFileText,
  IconHash,
  IconLink,
  IconList,
  IconUser,
} from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import type { Property } from './property-queries.ts'

export type PropertyType = Property['type']

/** The icon of each type, in the order of the menu. */
export const typeIcons = {
  text: IconAlignLeft,
  number: IconHash,
  date: IconCalendar,
  checkbox: IconCheckbox,
  select: IconCircleChevronDown,
  'multi-select': IconList,
  person: IconUser,
  page: IconFileText,
  url: IconLink,
} as const satisfies Record<PropertyType, unknown>

export function typeName(type: PropertyType): string {
  return {
    text: t.typeText,
    number: t.typeNumber,
    date: t.typeDate,
    checkbox: t.typeCheckbox,
    select: t.typeSelect,
    'multi-select': t.typeMulti,
    person: t.typePerson,
    page: t.typePage,
    url: t.typeUrl,
  }[type]
}

export function typeChoices(): { value: PropertyType; label: string }[] {
  // SAFETY: the keys of the object above.
  const types = Object.keys(typeIcons) as PropertyType[]
  return types.map((value) => ({ value, label: typeName(value) }))
}
