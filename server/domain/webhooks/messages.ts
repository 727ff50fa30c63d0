import { chatCatalogue } from '../chats/messages.ts'

/** What webhooks in the format of a chat service say of an event: one line, who did what. */
export const webhookMessages = chatCatalogue('webhooks', {
  untitled: 'Untitled',
  operator: 'The operator',
  'page.created': '{actor} created <title>{name}</title>',
  'page.updated': '{actor} updated <title>{name}</title>',
  'page.moved': '{actor} moved <title>{name}</title>',
  'page.deleted': '{actor} deleted <title>{name}</title>',
  'page.restored': '{actor} restored <title>{name}</title>',
  'page.permissions_changed': '{actor} changed the permissions of <title>{name}</title>',
  'skill.published': '{actor} published <title>{name}</title>',
  'skill.evaluated': '{actor} reported an evaluation of <title>{name}</title>',
  'comment.created': '{actor} commented on <title>{name}</title>',
  'comment.updated': '{actor} edited a comment on <title>{name}</title>',
  'comment.resolved': '{actor} resolved a thread on <title>{name}</title>',
  'comment.reopened': '{actor} reopened a thread on <title>{name}</title>',
  'comment.deleted': '{actor} deleted a comment on <title>{name}</title>',
  'proposal.created': '{actor} proposed changes to <title>{name}</title>',
  'proposal.updated': '{actor} updated a proposal for <title>{name}</title>',
  'proposal.commented': '{actor} commented on a proposal for <title>{name}</title>',
  'proposal.changes_requested': '{actor} asked for changes to a proposal for <title>{name}</title>',
  'proposal.accepted': '{actor} accepted a proposal for <title>{name}</title>',
  acceptedInPart: '{actor} accepted parts of a proposal for <title>{name}</title>',
  'proposal.declined': '{actor} declined a proposal for <title>{name}</title>',
  'proposal.withdrawn': '{actor} withdrew a proposal for <title>{name}</title>',
  'file.uploaded': '{actor} uploaded <title>{name}</title>',
  'file.attached': '{actor} attached <title>{name}</title> to a page',
  'file.renamed': '{actor} renamed the file <title>{name}</title>',
  'file.deleted': '{actor} deleted the file <title>{name}</title>',
  'member.joined': '{actor} added <title>{name}</title> to the workspace',
  'member.updated': '{actor} changed the role of <title>{name}</title>',
  'member.removed': '{actor} removed <title>{name}</title> from the workspace',
  'agent.mentioned': '{actor} mentioned an agent on <title>{name}</title>',
  'agent.assigned': '{actor} assigned <title>{name}</title> to an agent',
  'webhook.test': '{actor} sent a test event: <title>{name}</title> works',
  unknown:
    '{actor} caused an event that this version of Quire does not know: <title>{name}</title>',
})

export type WebhookTexts = ReturnType<typeof webhookMessages.in>
