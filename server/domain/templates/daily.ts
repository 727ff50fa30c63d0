import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import { daily, pages, type Reader } from '../../store/index.ts'
import { requirePageQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import { addPage, type PreparedPage } from '../pages/create.ts'
import { requirePage, requireParent } from '../pages/tree.ts'
import { prepareFromTemplate, titleFrom } from './create.ts'
import { fillingFor, type Moment, momentIn } from './filling.ts'
import { requireSettable, scopeKey } from './scopes.ts'
import { requireTemplate } from './templates.ts'

/** `sectionId` null is the workspace. */
export type DailySubject = { workspaceId: string; sectionId: string | null }

export type DailySettings = {
  /** The page under which daily pages are created; null is the section itself, or the top level. */
  parentId: string | null
  /** With placeholders. */
  title: string
  templateId: string | null
}

export type DailyPage = { pageId: string; isNew: boolean; cursor: number | null; date: string }

const unset: DailySettings = { parentId: null, title: '{{date}}', templateId: null }

/** Pages that the caller cannot read are left out. Throws PAGE_NOT_FOUND. */
export async function getDailySettings(
  { store, viewer }: WorkspaceContext,
  { sectionId }: DailySubject,
): Promise<DailySettings> {
  if (sectionId !== null) await requirePage(store, viewer, sectionId)
  const { parentId, title, templateId } = await settingsOf(store, viewer, sectionId)
  const readable = async (id: string | null) =>
    id === null ? null : ((await pages.get(store, viewer, id))?.id ?? null)
  return { title, parentId: await readable(parentId), templateId: await readable(templateId) }
}

async function settingsOf(
  reader: Reader,
  viewer: WorkspaceContext['viewer'],
  sectionId: string | null,
): Promise<DailySettings> {
  const { workspaceId } = viewer
  const scope = scopeKey(viewer, sectionId)
  return (await daily.settings(reader, { workspaceId, scope })) ?? unset
}

/** Null resets them. Throws PAGE_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export async function setDailySettings(
  context: WorkspaceContext,
  { workspaceId, sectionId }: DailySubject,
  settings: DailySettings | null,
): Promise<void> {
  const { store, viewer, caller } = context
  const scope = scopeKey(viewer, sectionId)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireSettable(transaction, context, sectionId)
    if (settings === null) return daily.removeSettings(transaction, { workspaceId, scope })
    const { parentId, templateId } = settings
    if (parentId !== null) await requirePage(transaction, viewer, parentId, 'write')
    if (templateId !== null) await requireTemplate(transaction, viewer, templateId, '/templateId')
    const stamp = { updatedAt: clock.now(), updatedBy: caller.userId }
    return daily.putSettings(transaction, { workspaceId, scope, ...settings, ...stamp })
  })
}

/**
 * The page of a day, which is created with the first call. A page that is deleted, or that the caller cannot read, is
 * replaced. Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function openDailyPage(
  context: WorkspaceContext,
  { workspaceId, sectionId, date, timeZone }: DailySubject & { date?: string; timeZone: string },
): Promise<DailyPage> {
  const { store, viewer } = context
  const now = momentIn(timeZone)
  if (date !== undefined) requireDay(date)
  const moment = { ...now, date: date ?? now.date }
  const settings = await settingsOf(store, viewer, sectionId)
  const parentId = settings.parentId ?? sectionId
  await requireDailyParent(context, parentId, sectionId)
  const day = { workspaceId, scope: scopeKey(viewer, sectionId), date: moment.date }
  const existing = await readableDay(store, context, day)
  if (existing !== undefined) return opened(existing, moment)
  const { page, cursor } = await preparedDay(context, { ...settings, parentId }, moment)
  // Writes in one workspace run one after another, on all nodes.
  return store.transactIn({ workspaceId }, async (transaction) => {
    const created = await readableDay(transaction, context, day)
    if (created !== undefined) return opened(created, moment)
    await addPage(transaction, context, page)
    await daily.putPage(transaction, { ...day, pageId: page.id })
    return { pageId: page.id, isNew: true, cursor, date: moment.date }
  })
}

/** The pattern of the operation also lets through 30 February. */
function requireDay(date: string): void {
  const time = Date.parse(date)
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(date)) return
  const message = 'must be a day such as 2026-05-01'
  throw invalidInput([{ path: '/date', rule: 'date', message }])
}

/** The error does not name a page of the settings that the caller cannot read. */
async function requireDailyParent(
  { store, viewer }: WorkspaceContext,
  parentId: string | null,
  sectionId: string | null,
): Promise<void> {
  const isNamed = parentId === null || parentId === sectionId
  if (!isNamed && (await pages.get(store, viewer, parentId)) === undefined) {
    const message =
      'The page for daily pages was deleted, or is not shared with you. Ask an owner or admin to change the settings.'
    throw new AppError('PAGE_NOT_FOUND', message)
  }
  await requireParent(store, viewer, parentId, 'write')
}

function opened(pageId: string, { date }: Moment): DailyPage {
  return { pageId, isNew: false, cursor: null, date }
}

async function readableDay(
  reader: Reader,
  { viewer }: WorkspaceContext,
  day: { workspaceId: string; scope: string; date: string },
): Promise<string | undefined> {
  const pageId = await daily.page(reader, day)
  return pageId === undefined ? undefined : (await pages.get(reader, viewer, pageId))?.id
}

/** A template that is gone or hidden is left out. */
async function preparedDay(
  context: WorkspaceContext,
  { parentId, title: format, templateId }: DailySettings,
  moment: Moment,
): Promise<{ page: PreparedPage; cursor: number | null }> {
  const { store, viewer, content } = context
  const { workspaceId } = viewer
  const title = titleFrom(format, await fillingFor(context, parentId, moment))
  const template = templateId === null ? undefined : await pages.get(store, viewer, templateId)
  if (template !== undefined) {
    return prepareFromTemplate(context, template, { workspaceId, parentId, title, moment })
  }
  await requirePageQuota(context, workspaceId)
  const body = await content.fromMarkdown('', '/title')
  const page: PreparedPage = {
    ...defaultStoredFields,
    id: newId(),
    workspaceId,
    parentId,
    title,
    ownership: 'TEXT',
    content: body,
    entry: content.entryOf(title, body),
    attachments: [],
  }
  return { page, cursor: null }
}
