import type { OperationId } from '../../server/operations/index.ts'
import type { StandIn } from '../support/chats/chats.ts'
import { type Share, textOf } from './requests/largest-inputs.ts'

const passage = `${'Some words of a paragraph. '.repeat(40)}\n\n`
const proseOf = (length: number): string => passage.repeat(Math.floor(length / passage.length))
const words = (length: number, share: Share): string => 'x'.repeat(length * share)

/** As many conditions as a view has, each about a long text. */
const viewOf = (share: Share): string =>
  `where:\n  any:\n${`    - status: {contains: ${'x'.repeat(120)}}\n`.repeat(48 * share)}`

const proposedOf = (share: Share): object => ({
  kind: 'create',
  title: words(255, share),
  markdown: proseOf(1_000_000 * share),
})

const entriesOf = (share: Share, id: string): string[] =>
  Array.from({ length: 200 * share }, () => id)

/** What the last paragraph of `documentOf` says, which each answer holds again. */
const found = 'Words of the last paragraph.'

/** An operation, or one in one of its modes. */
export type CaseId = OperationId | `pages.edit ${string}` | 'pages.save markdown'

/** What an operation is asked where the largest value of each field by itself is refused. */
export function fieldsOf(
  id: CaseId,
  share: Share,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  { url }: Pick<StandIn, 'url'>,
): object {
  const longUrl = `${url}/${words(1900, share)}`
  const bot = {
    service: 'mattermost',
    token: words(4000, share),
    signingSecret: words(4000, share),
    commandToken: words(4000, share),
    webhookUrl: undefined,
    baseUrl: longUrl,
    trigger: undefined,
    delivery: undefined,
  }
  const part = { find: undefined, heading: undefined, includeSubsections: undefined }
  const fields: Partial<Record<CaseId, object>> = {
    'pages.get': { page: pageId, maxBytes: 4_000_000 },
    'pages.save': { markdown: undefined },
    'pages.save markdown': { content: undefined, markdown: proseOf(1_000_000 * share) },
    'pages.setProperties': {
      set: undefined,
      remove: undefined,
      rename: undefined,
      move: undefined,
      source: Array.from({ length: 3000 * share }, (_, line) => `key${line}: value\n`).join(''),
    },
    'properties.schema': { pageId: undefined, tag: words(200, share) },
    'properties.setSchema': {
      pageId: undefined,
      tag: words(200, share),
      definitions: Array.from({ length: 100 * share }, (_, number) => ({
        key: `key ${number}`,
        type: 'select',
        options: Array.from({ length: 100 }, (_, option) => ({ name: `option ${option}` })),
      })),
    },
    'permissions.previewMove': { newParentId: null },
    'permissions.update': {
      inherits: false,
      everyone: 'role',
      grants: Array.from({ length: 200 * share }, () => ({
        principalId: workspaceId,
        level: 'read',
      })),
    },
    'pages.edit append': { ...part, mode: 'append', text: proseOf(50_000 * share) },
    'pages.edit prepend': { ...part, mode: 'prepend', text: proseOf(50_000 * share) },
    'pages.edit replace': {
      ...part,
      mode: 'replace',
      find: found,
      text: `${proseOf(49_900 * share)}${found}`,
    },
    'pages.edit body': { ...part, mode: 'body', text: proseOf(1_000_000 * share) },
    'pages.edit body of items': { ...part, mode: 'body', text: textOf(1_000_000 * share) },
    'activity.list': { cursor: undefined, since: undefined, until: undefined },
    'runs.list': { cursor: undefined },
    'pageLinks.backlinks': { cursor: undefined },
    'pageLinks.broken': { cursor: undefined },
    'pageLinks.orphans': { cursor: undefined },
    'tags.pages': { cursor: undefined },
    'tags.rename': { newName: words(100, share) },
    'views.query': {
      query: viewOf(share),
      timeZone: 'UTC',
      group: undefined,
      cursor: undefined,
    },
    'copies.create': { parentId: null },
    'templates.list': { parentId: null },
    'templates.add': { sectionId: null },
    'dailyPages.open': { sectionId: null, date: undefined, timeZone: 'UTC' },
    'dailyPages.settings': { sectionId: null },
    'dailyPages.setSettings': { sectionId: null, parentId: null, templateId: null },
    'proposals.create': { changes: [proposedOf(share)] },
    'proposals.update': {
      changes: [proposedOf(share)],
      edits: undefined,
      remove: undefined,
      revision: undefined,
    },
    'proposals.accept': { changes: [{ number: 1, markdown: proseOf(1_000_000 * share) }] },
    'proposals.decline': { changes: [1] },
    'proposals.comment': { change: 1 },
    'inbox.list': { cursor: undefined },
    'inbox.mark': { entryIds: entriesOf(share, workspaceId), all: undefined },
    'inbox.setSettings': {
      shownKinds: undefined,
      mailedKinds: undefined,
      digest: undefined,
      timeZone: 'UTC',
      chatConnectionId: null,
      chatKinds: undefined,
    },
    'inbox.snooze': { entryIds: entriesOf(share, workspaceId), until: null },
    'pageFiles.uploadImage': { mimeType: 'image/png' },
    'markdownFiles.list': { underPageId: null },
    'markdownFiles.read': { underPageId: null, pageIds: [pageId] },
    'markdownFiles.save': {
      underPageId: null,
      // A change of the body is merged as an accepted proposal is.
      base: proseOf(1_000_000 * share),
      text: proseOf(1_000_000 * share),
      files: Array.from({ length: 500 * share }, (_, number) => ({
        path: `${words(1000, share)}/${number}.png`,
        fileId: pageId,
      })),
    },
    'comments.listOpen': { cursor: undefined },
    'comments.create': { quote: 'of the last paragraph' },
    'profile.update': { email: undefined, password: undefined, totp: undefined },
    'invitations.create': { email: `${words(60, share)}@${words(60, share)}.example` },
    'keys.create': { workspaceIds: Array.from({ length: 100 * share }, () => workspaceId) },
    'agentAccounts.create': { ownerId: undefined, pageIds: undefined },
    'agentCredentials.setWebhook': { url: longUrl },
    'embeddings.set': { apiKey: words(4096, share), baseUrl: longUrl },
    'webhooks.create': { url: longUrl },
    'webhooks.update': { url: longUrl },
    'sites.publish': { slug: words(60, share), language: 'en-abcdefgh-12345678' },
    'sites.update': { slug: words(60, share), language: 'en-abcdefgh-12345678' },
    'chats.connect': bot,
    'chats.update': { ...bot, service: undefined, enabled: true },
  }
  return fields[id] ?? {}
}

/** Why an operation refuses all that the walk asks of it. */
const reasons: Readonly<Record<string, readonly CaseId[]>> = {
  'There is a person already: it works once.': ['setup.complete'],
  'The document of such a Markdown is larger than a page.': ['pages.edit body of items'],
  'A password or code of the largest length is a wrong one.': [
    'session.confirm',
    'session.create',
    'profile.changePassword',
    'totp.confirm',
    'totp.remove',
  ],
  'Its token comes by mail or from an administrator, and any other is looked up by its hash.': [
    'profile.verifyEmail',
    'password.getReset',
    'password.reset',
    'inbox.unsubscribe',
    'invitations.get',
    'invitations.accept',
  ],
  'The server of the walk sends no mail, and it takes no field.': ['profile.requestVerification'],
  'No authenticator has signed the largest answer.': [
    'passkeys.confirm',
    'passkeys.finish',
    'passkeys.remove',
    'passkeys.signIn',
  ],
  'It takes ids and a choice only, and no row of the walk has them.': [
    'agentAccounts.reassign',
    'agentCredentials.revokeKey',
    'groups.addMember',
    'groups.delete',
    'groups.members',
    'groups.removeMember',
    'groups.update',
    'accounts.disable',
    'accounts.enable',
    'invitations.revoke',
    'members.remove',
    'permissions.deleteHidden',
    'permissions.handOver',
    'members.resetLink',
    'runs.get',
    'reverts.create',
    'reverts.preview',
    'history.accept',
    'members.update',
    'keys.revoke',
    'keys.revokeInWorkspace',
    'webhookDeliveries.get',
    'webhookDeliveries.redeliver',
  ],
  'It would end the membership or the workspace of the walk.': [
    'members.leave',
    'workspaceSettings.remove',
  ],
  'No block of the page of the walk has the title of a page.': ['pageLinks.link'],
  'The walk has no template.': ['templates.createPage', 'templates.fillIn', 'templates.setDefault'],
  'The page of the walk is no skill, and its file no archive.': [
    'skillEvaluations.list',
    'skillEvaluations.report',
    'skillFiles.write',
    'skillImports.preview',
    'skillUses.list',
    'skillLinks.create',
    'skillLinks.list',
    'skillLinks.revoke',
    'skills.check',
    'skills.compare',
    'skills.files',
    'skills.importZip',
    'skills.publish',
    'skills.readFile',
    'skills.setLabel',
    'skills.setPath',
    'skills.versions',
  ],
  'The service of the walk has no embeddings model.': ['embeddings.set', 'embeddings.test'],
  'The page of the walk has no share link.': ['links.open', 'links.revoke', 'links.update'],
  'The page of the walk is not published.': ['sites.unpublish', 'sites.update'],
  'Only a message from the chat links a person.': ['chats.unlink'],
}

export const refused = new Map(
  Object.entries(reasons).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
)
