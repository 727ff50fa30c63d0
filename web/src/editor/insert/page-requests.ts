import { notifications } from '@mantine/notifications'
import { linkBase } from '../../lib/access/share-link.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/errors.ts'
import type { EditorHost, Uploaded } from '../editor-host.ts'

type PageIds = { workspaceId: string; pageId: string }

/** Larger files go in parts that can be resumed. */
const smallFile = 1_048_576
const image = /^image\/(?:png|jpeg|gif|webp|svg\+xml)$/

export function pageRequests(pageIds: PageIds): EditorHost {
  const { workspaceId } = pageIds
  return {
    workspaceId,
    page: { id: pageIds.pageId, title: '', icon: null },
    ...linkRequests(pageIds),
    titleOf: async (wantedId) => {
      const asked = { workspaceId, page: wantedId, maxBytes: 100 }
      const found = await client.pages.get(asked).catch(() => undefined)
      return found?.title
    },
    refuseEmbed: async (embeddedId) =>
      (await import('../embeds/refuse-embed.ts')).refuseEmbed(pageIds, embeddedId),
    findPages: async (query, signal) => {
      if (query.trim() === '') {
        const { pages } = await client.recent.list({ workspaceId }, { signal })
        return pages.slice(0, 8)
      }
      const { results } = await client.search.find({ workspaceId, query, k: 20 }, { signal })
      return results.map((hit) => {
        const path = hit.above.map(({ title }) => title)
        return { id: hit.pageId, title: hit.title, icon: hit.icon, path }
      })
    },
    findPeople: async (query) => {
      const { members } = await client.members.list({ workspaceId })
      const people = members.map(({ id, firstName, lastName }) => ({
        id,
        name: `${firstName} ${lastName}`.trim(),
      }))
      const wanted = query.toLowerCase()
      return people.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 8)
    },
    upload: (file, progress) => uploadFile(pageIds, file, progress),
    notifyError: (message) => notifications.show({ color: 'red', message }),
  }
}

type LinkRequests = Pick<
  EditorHost,
  'titlesOf' | 'createPage' | 'headingsOf' | 'findTags' | 'tagAddress'
>

/** What the links and tags of a page need. Visitors of a share link have none of it. */
export function linkRequests({ workspaceId, pageId }: PageIds): LinkRequests {
  const isVisitor = linkBase !== ''
  return {
    titlesOf: async (pageIds) => {
      if (isVisitor) return new Map()
      const { pages } = await client.pageLinks.titles({ workspaceId, pageIds: [...pageIds] })
      return new Map(pages.map((page) => [page.id, page]))
    },
    createPage: async (title) => {
      const created = await client.pages.create({ workspaceId, title, parentId: pageId })
      return created.pageId
    },
    headingsOf: async (wantedId, signal) => {
      const asked = { workspaceId, pageId: wantedId }
      const { anchors } = await client.pageLinks.anchors(asked, { signal })
      return anchors.filter(({ level }) => level > 0)
    },
    findTags: async (prefix, signal) => {
      if (isVisitor) return []
      const { items } = await client.tags.list({ workspaceId, prefix, limit: 8 }, { signal })
      return items.map(({ name }) => name)
    },
    tagAddress: isVisitor ? undefined : (tag) => `/tags?tag=${encodeURIComponent(tag)}`,
  }
}

async function uploadFile(
  pageIds: PageIds,
  file: File,
  progress: (share: number) => void,
): Promise<Uploaded> {
  const mimeType = file.type || 'application/octet-stream'
  const about = { name: file.name, size: file.size, mimeType }
  try {
    if (file.size > smallFile) {
      const { uploadFile: uploadInParts } = await import('../../lib/uploads/upload.ts')
      const fileId = await uploadInParts(pageIds.workspaceId, file, progress)
      const attached = { ...pageIds, fileId }
      await (image.test(mimeType)
        ? client.pageFiles.attachImage(attached)
        : client.pageFiles.attachFile(attached))
      return { ...about, fileId }
    }
    const contentBase64 = await base64Of(file)
    const input = { ...pageIds, fileName: file.name, mimeType, contentBase64 }
    const { fileId } = image.test(mimeType)
      ? await client.pageFiles.uploadImage(input)
      : await client.pageFiles.uploadFile(input)
    progress(1)
    return { ...about, fileId }
  } catch (error) {
    throw new TypeError(messageOf(error), { cause: error })
  }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return bytes.toBase64()
}
