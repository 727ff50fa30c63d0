import type { ErrorKind } from './error-kind.ts'

/** What is wrong with the thing that a request names: a page, a file, a person. */
export const subjectErrors = {
  NOT_FOUND: {
    status: 404,
    condition: 'the resource does not exist',
    remedy: 'check the URL and the IDs in the request',
    example: 'This workspace has no embeddings model.',
  },
  PAGE_NOT_FOUND: {
    status: 404,
    condition: 'the page does not exist in this workspace',
    remedy: 'search for the page, or look in the trash',
    example: 'PAGE_NOT_FOUND: page {page} not found',
  },
  FILE_NOT_FOUND: {
    status: 404,
    condition: 'the file does not exist in this workspace',
    remedy: 'list the files of the workspace',
    example: 'FILE_NOT_FOUND: file {file} not found',
  },
  COMMENT_NOT_FOUND: {
    status: 404,
    condition: 'the comment does not exist in this workspace',
    remedy: 'list the comments of the page',
    example: 'Comment {comment} not found. List the comments of the page.',
  },
  PROPOSAL_NOT_FOUND: {
    status: 404,
    condition: 'the proposal does not exist in this workspace',
    remedy: 'list the proposals of the workspace',
    example: 'Proposal {proposal} not found. List the proposals of the workspace.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    condition: 'the upload does not exist, expired or belongs to someone else',
    remedy: 'start a new upload',
    example: 'Upload not found. Start a new one.',
  },
  HEADING_NOT_FOUND: {
    status: 404,
    condition: 'the page has no such heading',
    remedy: 'read the page and use one of its headings',
    example: 'No heading reads "Decisions".',
  },
  TEXT_NOT_FOUND: {
    status: 404,
    condition: 'the page does not contain the text',
    remedy: 'read the page and quote the text exactly',
    example: 'The text does not occur in the page.',
  },
  VERSION_NOT_FOUND: {
    status: 404,
    condition: 'the page has no such version',
    remedy: 'list the versions of the page',
    example: 'The page has no version 9. List its versions.',
  },
  RUN_NOT_FOUND: {
    status: 404,
    condition:
      'the workspace has no such run, you cannot read what it changed, or the API key changed nothing since',
    remedy: 'list the runs of the workspace',
    example: 'There is no such run. `/v1/runs/list` lists the runs.',
  },
  USER_NOT_FOUND: {
    status: 404,
    condition: 'the person does not exist',
    remedy: 'list the people',
    example:
      'No person has the email address ada@example.com. Run `quire user list` to list people.',
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    condition: 'the workspace does not exist',
    remedy: 'list the workspaces',
    example: 'There is no workspace lab. Run `quire workspace list` to list workspaces.',
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    condition: 'the person is not a member of the workspace',
    remedy: 'list the members',
    example: 'This person is not a member of the workspace.',
  },
  GROUP_NOT_FOUND: {
    status: 404,
    condition: 'the group does not exist in this workspace',
    remedy: 'list the groups of the workspace',
    example: 'Group {group} not found. List the groups first.',
  },
  NAME_TAKEN: {
    status: 409,
    condition: 'another group has the name',
    remedy: 'choose another name',
    example: 'Another group is named "Design". Choose another name.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    condition: 'the API key does not exist or is not yours',
    remedy: 'list your keys',
    example: 'Key not found. List your keys.',
  },
  AGENT_NOT_FOUND: {
    status: 404,
    condition: 'the workspace has no agent account with this ID',
    remedy: 'list the agents of the workspace',
    example: 'Agent {agent} is not in this workspace. List the agents first.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    condition: 'the webhook does not exist in this workspace',
    remedy: 'list the webhooks of the workspace',
    example: 'Webhook {webhook} is not in this workspace. List the webhooks first.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    condition: 'the delivery does not exist, or its log entry has expired',
    remedy: 'list the deliveries of the webhook',
    example:
      'There is no delivery {delivery} in the log of this webhook. The log is kept for some weeks; list what is there.',
  },
  BOT_NOT_FOUND: {
    status: 404,
    condition: 'the bot does not exist in this workspace',
    remedy: 'list the bots of the workspace',
    example: 'Bot {bot} is not in this workspace. List the bots first.',
  },
  SITE_NOT_FOUND: {
    status: 404,
    condition: 'the page is not published as a site',
    remedy: 'publish the page first',
    example: 'This page is not published. Publish it first.',
  },
  LINK_NOT_FOUND: {
    status: 404,
    condition: 'the chat account is not linked',
    remedy: 'list the linked accounts again',
    example: 'That link no longer exists. Refresh the list.',
  },
  SUBSCRIPTION_NOT_FOUND: {
    status: 404,
    condition: 'the subscription does not exist',
    remedy: 'list the subscriptions again',
    example: 'That subscription no longer exists. Refresh the list.',
  },
  LINK_INVALID: {
    status: 404,
    condition: 'the link was used or revoked, or has expired',
    remedy: 'ask for a new link',
    example: 'This link was used or revoked, or has expired. Ask for a new one.',
  },
  LAST_MANAGER: {
    status: 409,
    condition: 'no one could change the permissions of the page any more',
    remedy: 'give another person or group the level manage first',
    example: 'No one could manage this page any more. Give someone else the level manage first.',
  },
  PAGE_CYCLE: {
    status: 409,
    condition: 'the page would become its own ancestor',
    remedy: 'choose a parent that is not below the page',
    example: 'The page cannot move under itself or a page below it.',
  },
  PAGE_AMBIGUOUS: {
    status: 409,
    condition: 'several pages have this title; the message lists their IDs',
    remedy: 'use the ID of the page',
    example: 'Several pages have this title. Use one of these IDs: …',
  },
  PROPOSAL_CLOSED: {
    status: 409,
    condition: 'the proposal was already accepted, declined or withdrawn',
    remedy: 'create another proposal',
    example: 'Proposal {proposal} is already accepted. Create another one.',
  },
  PROPOSAL_CONFLICT: {
    status: 409,
    condition: 'later changes are in conflict with what was proposed',
    remedy: 'accept other hunks, edit the change, or ask the proposer to update it',
    example: 'Change 1 is in conflict with later changes to “Plan”: hunk 2. Nothing was accepted.',
  },
  VERSION_CONFLICT: {
    status: 409,
    condition:
      'others changed the same words since the expected version (`conflicts` in the answer), the page has changed since the version of a save, or the version is too old to merge',
    remedy:
      'compare the places in `conflicts`, or read the page again; then repeat the edit on its version',
    example: 'The page is at version 4, not 3. Read it again and repeat the edit.',
  },
  UPLOAD_CONFLICT: {
    status: 409,
    condition: '`Upload-Offset` does not match the upload',
    remedy: 'get the current offset with HEAD and resume there',
    example: 'Ask where the upload is, and go on there.',
  },
  HEADING_AMBIGUOUS: {
    status: 409,
    condition: 'several headings have this text',
    remedy: 'quote text below the heading instead',
    example: '2 headings read "Decisions".',
  },
  TEXT_AMBIGUOUS: {
    status: 409,
    condition: 'the text occurs more than once',
    remedy: 'quote more of the text',
    example: 'The text occurs 3 times. Give more of it.',
  },
  ALREADY_EXISTS: {
    status: 409,
    condition: 'the name or address is already in use',
    remedy: 'choose another name or address, or use the existing one',
    example: 'A person with the email address ada@example.com already exists.',
  },
  FILE_IN_USE: {
    status: 409,
    condition: 'pages use the file and `force` is not true',
    remedy: 'remove it from the pages first, or send `force`',
    example:
      '2 pages use this file: "Plan", "Harbour". To delete it anyway, use force. The pages then show it as missing.',
  },
  LAST_OWNER: {
    status: 409,
    condition: 'the workspace would have no owner',
    remedy: 'make someone else an owner first',
    example: 'This person is the only owner of the workspace lab. Make someone else OWNER first.',
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    condition: 'the server would have no administrator',
    remedy: 'make someone else an administrator first',
    example:
      'This person is the only administrator of the server. Add another with `quire admin add` first.',
  },
  WEBHOOK_DISABLED: {
    status: 409,
    condition: 'the webhook is disabled',
    remedy: 'enable the webhook',
    example: 'The webhook is disabled. Enable it first.',
  },
  DELIVERY_EXPIRED: {
    status: 410,
    condition: 'the stored request has expired',
    remedy: 'read the current page',
    example: 'The body of this delivery is past its retention time. Read the current page instead.',
  },
  FILE_DAMAGED: {
    status: 410,
    condition: 'the stored file is missing or damaged on the server',
    remedy: 'upload the file again, or restore it from a backup',
    example:
      'The contents of this file are lost on the server. Upload the file again, or ask who runs the server to take it from a backup.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    condition: 'the file is larger than the limit, 1048576 bytes for uploads in base64',
    remedy: 'use a resumable upload or a smaller file',
    example: 'The file is larger than 1048576 bytes.',
  },
  UNSUPPORTED_MIME_TYPE: {
    status: 415,
    condition: 'the file is not a supported image type',
    remedy: 'upload it as a file, or convert it to a supported image type',
    example: 'text/plain is not a supported image type.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    condition: 'the requested range is outside the file',
    remedy: 'request a range within the size of the file',
    example: 'The file has 12 bytes. Ask for a part of those.',
  },
} satisfies Record<string, ErrorKind>
