/** The types of properties, and what a schema says of one. The web app reads them too. */

export const propertyTypes = [
  'text',
  'number',
  'date',
  'checkbox',
  'select',
  'multi-select',
  'person',
  'page',
  'url',
] as const
export type PropertyType = (typeof propertyTypes)[number]

export const optionColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const
export type OptionColor = (typeof optionColors)[number]

/** A value that a select offers. */
export type PropertyOption = { name: string; color?: OptionColor }

/** A value as callers give and get it: dates as ISO text, people and pages as IDs. */
export type PropertyInput = string | number | boolean | string[] | null

/** What a schema says of one key. */
export type PropertyDefinition = {
  key: string
  type: PropertyType
  options?: PropertyOption[]
  default?: PropertyInput
  required?: boolean
  description?: string
}

export const maxKeyLength = 100
