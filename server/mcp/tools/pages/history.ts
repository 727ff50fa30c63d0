import { takeExcerpt } from '../../../domain/document/excerpt.ts'
import { listChanges } from '../../../domain/events/list-changes.ts'
import { readCurrentDocument } from '../../../domain/pages/addressing/current-document.ts'
import {
  describePages,
  namePeople,
  pathWithin,
} from '../../../domain/pages/addressing/describe-pages.ts'
import { findPerson } from '../../../domain/pages/addressing/find-person.ts'
import { pagesBelow } from '../../../domain/pages/addressing/pages-below.ts'
import { resolveDeleted } from '../../../domain/pages/addressing/resolve-deleted.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { listTrash, restorePage } from '../../../domain/pages/trash.ts'
import { canonicalUrl } from '../../../domain/pages/urls.ts'
import {
  compareVersions,
  listVersions,
  restoreVersion,
  type VersionAddress,
} from '../../../domain/pages/versions.ts'
import { clock, dayMs, toIso } from '../../../lib/clock.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { vias } from '../../../lib/vocabulary.ts'
import { readTime } from '../../../operations/fields.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { delimit, delimitLines } from '../delimit.ts'
import type { JsonObject } from '../json-object.ts'
import { limitList, maxTextBytes } from '../results.ts'
import { runOf } from '../run-of.ts'
import { explained, toCounts } from './changes.ts'
import { expectedVersion, pageName } from './inputs.ts'

const maxVersions = 200
const maxDeleted = 200

export const changes = agentTool({
  name: 'list_changes',
  description: 'Pages that changed since a time, oldest change first: what, when and by whom.',
  effect: 'reads',
  operationId: 'history.list',
  access: 'read',
  input: Type.Object({
    since: Type.Optional(
      Type.String({ maxLength: 40, description: 'ISO time or date, default 24 hours ago' }),
    ),
    by: Type.Optional(Type.String({ maxLength: 300, description: 'ID, name, email or "me"' })),
    via: Type.Optional(Type.Unsafe<(typeof vias)[number]>({ type: 'string', enum: [...vias] })),
    under: Type.Optional(Type.String({ maxLength: 2048, description: 'Page to stay below' })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    compact: Type.Optional(Type.Boolean({ description: 'Only titles, IDs, times and people' })),
  }),
  run: async (context, { since, by, via, under, offset = 0, compact = false }) => {
    const { store, viewer } = context
    const filter = {
      since: since === undefined ? clock.now() - dayMs : readTime('/since', since),
      actorId: by === undefined ? undefined : await findPerson(context, by),
      via,
    }
    const found = await listChanges(store, viewer, filter)
    const below =
      under === undefined
        ? undefined
        : await pagesBelow(
            context,
            await resolvePage(context, under),
            found.changes.map(({ pageId }) => pageId),
          )
    const chosen = found.changes.filter(({ pageId }) => below?.has(pageId) !== false)
    const lines = await describePages(
      context,
      chosen.map(({ pageId }) => pageId),
    )
    const people = await namePeople(
      context,
      chosen.flatMap(({ actorIds }) => actorIds),
    )
    const list = chosen.map(({ pageId, title, at, version, count, ...change }) => {
      const line = lines.get(pageId)
      const shown = line?.title ?? title
      const who = change.actorIds.map((id) => people.get(id) ?? id).join(', ')
      if (compact) return { title: shown, id: pageId, at: toIso(at), by: who }
      return {
        title: shown,
        url: canonicalUrl(context, pageId),
        ...(line !== undefined && line.path !== '' && { path: line.path }),
        at: toIso(at),
        by: who,
        via: change.vias.join(', '),
        ...(change.clients.length > 0 && { client: change.clients.join(', ') }),
        events: change.types.join(', '),
        ...(change.changed.length > 0 && { changed: change.changed.join(', ') }),
        ...(count > 1 && { count }),
        ...(version !== undefined && { version }),
      }
    })
    const more =
      found.until === undefined ? {} : { more: `Later changes: since ${toIso(found.until)}.` }
    const slice = { offset, limit: Number.MAX_SAFE_INTEGER }
    return limitList({ changes: list, ...more }, 'changes', slice, 0)
  },
})

const versionNumber = Type.Integer({ minimum: 1 })

export const versions = agentTool({
  name: 'list_versions',
  description: 'Versions of a page, newest first; with `from`, what changed from there to `to`.',
  effect: 'reads',
  operationId: 'history.list',
  access: 'read',
  aliases: { pageId: 'page' },
  input: Type.Object({
    page: pageName,
    from: Type.Optional(versionNumber),
    to: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: newest' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxVersions })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { page, from, to, limit = 20, offset = 0 }) => {
    const pageId = await resolvePage(context, page)
    if (from !== undefined) return difference(context, pageId, { from, to })
    if (to !== undefined) {
      throw invalidInput([{ path: '/from', rule: 'required', message: 'is required with to' }])
    }
    const address = { workspaceId: context.workspaceId, pageId }
    const rows = await listVersions(context, address, { limit: limit + 1, offset })
    const list = rows.map(({ version, createdAt, people, via, title, ...run }) => ({
      version,
      at: toIso(createdAt),
      by: people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join(', '),
      ...(via !== null && { via }),
      ...runOf(run),
      title,
    }))
    const slice = { offset: 0, limit }
    return limitList({ versions: list }, 'versions', slice, offset)
  },
})

/** The changed lines of the Markdown, each with one line around it. */
async function difference(
  context: AgentContext,
  pageId: string,
  { from, to }: { from: number; to: number | undefined },
): Promise<string> {
  const address = { workspaceId: context.workspaceId, pageId }
  const [newest] = await listVersions(context, address, { limit: 1, offset: 0 })
  const until = to ?? newest?.version ?? from
  const { lines, changes: fields } = await compareVersions(context, { ...address, from, to: until })
  const signs = { same: ' ', added: '+', removed: '-' }
  const isNear = (index: number) =>
    [index - 1, index, index + 1].some((at) => (lines[at]?.kind ?? 'same') !== 'same')
  const shown = lines.flatMap(({ kind, text }, index) => {
    if (isNear(index)) return [`${signs[kind]} ${text}`]
    return isNear(index - 1) ? ['  …'] : []
  })
  const { text, nextOffset } = takeExcerpt(shown.join('\n'), 0, maxTextBytes)
  return [
    `from: ${from}`,
    `to: ${until}`,
    ...(fields.length === 0
      ? []
      : [delimitLines(Object.fromEntries(fields.map(({ field, ...values }) => [field, values])))]),
    ...(shown.length === 0 ? ['The text is the same.'] : [delimit(text)]),
    ...(nextOffset === null ? [] : ['Truncated. Compare closer versions.']),
  ].join('\n')
}

export const restore = agentTool({
  name: 'restore_page',
  description:
    'Restore a deleted page and everything deleted with it; with `version`, bring back that version.',
  effect: 'sets',
  operationId: 'trash.restore',
  access: 'write',
  aliases: { pageId: 'page' },
  input: Type.Object({
    page: pageName,
    version: Type.Optional(versionNumber),
    expectedVersion,
  }),
  run: async (context, { page, version, expectedVersion: expected }) => {
    const { workspaceId } = context
    if (version === undefined) {
      if (expected !== undefined) {
        const message = 'is only for version'
        throw invalidInput([{ path: '/expectedVersion', rule: 'not', message }])
      }
      const pageId = await resolveDeleted(context, page)
      const restored = await restorePage(context, { workspaceId, pageId })
      return { ...(await referToPage(context, pageId)), ...restored }
    }
    const pageId = await resolvePage(context, page)
    return restoreTo(context, { workspaceId, pageId, version, expectedVersion: expected })
  },
})

async function restoreTo(
  context: AgentContext,
  given: VersionAddress & { expectedVersion: number | undefined },
): Promise<JsonObject> {
  const { pageId, version, expectedVersion: expected } = given
  const [now] = await listVersions(context.lasting, given, { limit: 1, offset: 0 })
  const before = await readCurrentDocument(context, pageId)
  const pages = [{ pageId, expectedVersion: expected }]
  const stored = await explained(context, pages, () => restoreVersion(context, given))
  const after = stored.document
  return {
    ...(await referToPage(context, pageId)),
    version: stored.version,
    restored: version,
    ...(now && { replaced: now.version }),
    ...toCounts(await context.content.summarize({ id: pageId, before, after })),
  }
}

export const trash = agentTool({
  name: 'list_trash',
  description: 'Deleted pages, newest first.',
  effect: 'reads',
  operationId: 'trash.list',
  access: 'read',
  input: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDeleted })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { limit = 50, offset = 0 }) => {
    const rows = await listTrash(context, { limit: limit + 1, offset })
    const parents = await describePages(
      context,
      rows.map(({ parentId }) => parentId),
    )
    const list: JsonObject[] = rows.map(({ id, parentId, title, deletedAt, pages, ...by }) => {
      const parent = parents.get(parentId)
      return {
        id,
        title,
        url: canonicalUrl(context, id),
        ...(parent && { path: pathWithin(parent) }),
        deletedAt: toIso(deletedAt),
        deletedBy: `${by.firstName} ${by.lastName}`.trim(),
        ...runOf(by),
        pages,
      }
    })
    return limitList({ pages: list }, 'pages', { offset: 0, limit }, offset)
  },
})
