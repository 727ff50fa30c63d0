import { newId } from '../../lib/ids.ts'
import { defaultStoredFields, pageFields } from '../../lib/page-fields.ts'
import type { pages } from '../../store/index.ts'
import { requirePageQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import type { PropertyEdit, YamlValue } from '../document/edit-properties.ts'
import { type Filling, fillText, hasPlaceholder } from '../document/placeholders.ts'
import { readDocument } from '../document/stored-body.ts'
import { attachmentsOf, originsOf, preparedCopy } from '../pages/copies/prepared-copy.ts'
import { addPage, type PreparedPage } from '../pages/create.ts'
import { requirePage, requireParent } from '../pages/tree.ts'
import { fillingFor, type Moment, momentIn } from './filling.ts'
import { requireTemplate } from './templates.ts'

export type PageFromTemplate = {
  workspaceId: string
  templateId: string
  parentId: string | null
  /** Without one, the title of the template with its placeholders filled in. */
  title: string | undefined
  timeZone: string
}

export type CreatedPage = { pageId: string; cursor: number | null }

/** Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED. */
export async function createFromTemplate(
  context: WorkspaceContext,
  { workspaceId, templateId, parentId, title, timeZone }: PageFromTemplate,
): Promise<CreatedPage> {
  const { store, viewer } = context
  const template = await requireTemplate(store, viewer, templateId, '/templateId')
  await requireParent(store, viewer, parentId, 'write')
  const given = { workspaceId, parentId, title, moment: momentIn(timeZone) }
  const { page, cursor } = await prepareFromTemplate(context, template, given)
  await store.transactIn({ workspaceId }, (transaction) => addPage(transaction, context, page))
  return { pageId: page.id, cursor }
}

/** The body and properties of a template for a page that exists, with the files that the page needs. */
export type FilledTemplate = {
  content: object
  properties: string | null
  fileIds: string[]
  cursor: number | null
}

/** Changes nothing. Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function fillTemplate(
  context: WorkspaceContext,
  { workspaceId, templateId, parentId, title, timeZone }: PageFromTemplate,
): Promise<FilledTemplate> {
  const { store, viewer } = context
  const template = await requireTemplate(store, viewer, templateId, '/templateId')
  if (parentId !== null) await requirePage(store, viewer, parentId)
  const given = { workspaceId, parentId, title, moment: momentIn(timeZone) }
  const { content, properties, cursor } = await filledFrom(context, template, given)
  const fileIds = await attachmentsOf(context, template)
  return { content: readDocument(content.document, templateId), properties, fileIds, cursor }
}

export type NewFromTemplate = {
  workspaceId: string
  parentId: string | null
  title: string | undefined
  moment: Moment
}

/** A page from a template that was read as the viewer, ready to be stored. Throws QUOTA_EXCEEDED or VALIDATION_FAILED. */
export async function prepareFromTemplate(
  context: WorkspaceContext,
  template: pages.ReadablePage,
  given: NewFromTemplate,
): Promise<{ page: PreparedPage; cursor: number | null }> {
  const { workspaceId, parentId } = given
  await requirePageQuota(context, workspaceId)
  const { title, content, properties, cursor } = await filledFrom(context, template, given)
  const page: PreparedPage = {
    ...defaultStoredFields,
    id: newId(),
    workspaceId,
    parentId,
    title,
    icon: template.icon,
    ownership: template.ownership,
    properties,
    propertyValues: (await context.content.properties(properties)).values,
    content,
    entry: context.content.entryOf(title, content),
    attachments: await attachmentsOf(context, template),
  }
  return { page, cursor }
}

async function filledFrom(
  context: WorkspaceContext,
  template: pages.ReadablePage,
  { parentId, title: givenTitle, moment }: NewFromTemplate,
) {
  const values = await fillingFor(context, parentId, moment)
  const title = givenTitle ?? titleFrom(template.title, values)
  const filling = { ...values, title }
  const links = { copies: [], origins: originsOf(context) }
  const { content, cursor } = await preparedCopy(context, template, { ...links, filling })
  const properties = await filledProperties(context, template.properties, filling)
  return { title, content, cursor, properties }
}

/** One line that fits a title. */
export function titleFrom(format: string, values: Omit<Filling, 'title'>): string {
  const line = fillText(format, { ...values, title: '' })
    .replaceAll(/\s+/g, ' ')
    .trim()
  const title = Array.from(line).slice(0, pageFields.title.maxLength).join('')
  return title === '' ? pageFields.title.empty : title
}

/** Placeholders in the values of properties; comments and other lines stay. Throws VALIDATION_FAILED. */
async function filledProperties(
  { content }: WorkspaceContext,
  source: string | null,
  filling: Filling,
): Promise<string | null> {
  if (source === null || !hasPlaceholder(source)) return source
  const read = await content.readProperties(source)
  const written = read.ok ? read.written : []
  const set = written.flatMap((property): [string, YamlValue][] => {
    if (property.kind === 'nested') return []
    const { key, values, isList } = property
    const filled = values.map((value) =>
      typeof value === 'string' ? fillText(value, filling) : value,
    )
    if (filled.every((value, index) => value === values[index])) return []
    return [[key, isList ? filled : (filled[0] ?? null)]]
  })
  const edit: PropertyEdit = { set }
  const edited = await content.editProperties({ source, edit })
  return edited.ok ? edited.source : source
}
