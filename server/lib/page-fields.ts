/**
 * What a page has beside its body and its place. Each field is a text in a column of `pages` and of
 * `page_versions`. From this list come what callers may send and are told, versions and what differs between
 * two, events, front matter and what the editor saves and merges. Two values are the same when they are `===`.
 * Of two people who change a field at once the last one has it; for the title they are asked.
 */

export type PageField = {
  /** Until somebody says otherwise. Null where a page may be without. */
  default: string | null
  /** In characters. */
  maxLength: number
  /** For those who call the API, without a full stop, and for agents. */
  description?: string
  forAgents?: string
  /** For people: what it is called, and what is shown where it is empty. */
  label: string
  empty: string
}

export const pageFields = {
  title: {
    default: '',
    maxLength: 255,
    label: 'Title',
    empty: 'Untitled',
  },
  icon: {
    default: null,
    maxLength: 255,
    description: 'An emoji',
    forAgents: 'Emoji',
    label: 'Icon',
    empty: 'None',
  },
} as const satisfies Record<string, PageField>

/**
 * Fields with operations of their own. They are stored, versioned, restored and sent to open pages like the others,
 * and left out of other requests and answers. Events name them in `changed`, without their value.
 */
const separateFields = {
  properties: {
    default: null,
    maxLength: 65_536,
    label: 'Properties',
    empty: 'None',
  },
} as const satisfies Record<string, PageField>

type Fields = typeof pageFields
type SeparateFields = typeof separateFields
export type PageFieldName = keyof Fields
export type PageFields = {
  [Name in PageFieldName]: Fields[Name]['default'] extends null ? string | null : string
}
/** All fields of a page: each is a column of `pages` and of `page_versions`. */
export type StoredFields = PageFields & { [Name in keyof SeparateFields]: string | null }
export type StoredFieldName = keyof StoredFields
export type GivenStoredFields = { [Name in StoredFieldName]?: StoredFields[Name] | undefined }
/** What is changed of them. */
export type GivenFields = { [Name in PageFieldName]?: PageFields[Name] | undefined }

// SAFETY: an object literal has no other keys.
export const pageFieldNames = Object.keys(pageFields) as PageFieldName[]

// SAFETY: as above.
const separateFieldNames = Object.keys(separateFields) as (keyof SeparateFields)[]
export const storedFieldNames: readonly StoredFieldName[] = [
  ...pageFieldNames,
  ...separateFieldNames,
]
export const maxPropertiesLength = separateFields.properties.maxLength

export const defaultFields: PageFields = allFields((name) => pageFields[name].default)
export const defaultStoredFields: StoredFields = { ...defaultFields, properties: null }

/** The fields of what has more. */
export function pickFields(page: PageFields): PageFields {
  return allFields((name) => page[name])
}

export function pickStoredFields(page: StoredFields): StoredFields {
  return { ...pickFields(page), properties: page.properties }
}

/** Some of them. */
export function pickSome(page: GivenFields, names: readonly PageFieldName[]): Partial<PageFields> {
  return pickStored(page, names)
}

export function pickStored<Name extends StoredFieldName>(
  page: { [Each in Name]?: StoredFields[Each] | undefined },
  names: readonly Name[],
): { [Each in Name]?: StoredFields[Each] } {
  // SAFETY: each value is the one of its name.
  return Object.fromEntries(names.map((name) => [name, page[name]])) as {
    [Each in Name]?: StoredFields[Each]
  }
}

/** Only those that are given. */
export function givenFields(changes: GivenFields): Partial<PageFields> {
  return pickSome(
    changes,
    pageFieldNames.filter((name) => changes[name] !== undefined),
  )
}

export function givenStoredFields(changes: GivenStoredFields): Partial<StoredFields> {
  return pickStored(
    changes,
    storedFieldNames.filter((name) => changes[name] !== undefined),
  )
}

export function isPageField(name: StoredFieldName): name is PageFieldName {
  return Object.hasOwn(pageFields, name)
}

export function differingStoredFields(one: StoredFields, other: StoredFields): StoredFieldName[] {
  return storedFieldNames.filter((name) => one[name] !== other[name])
}

export function differingFields(one: PageFields, other: PageFields): PageFieldName[] {
  return pageFieldNames.filter((name) => one[name] !== other[name])
}

function allFields(valueOf: (name: PageFieldName) => string | null): PageFields {
  // SAFETY: both callers take the value of a field from the field itself.
  return Object.fromEntries(pageFieldNames.map((name) => [name, valueOf(name)])) as PageFields
}
