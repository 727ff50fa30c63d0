import type { ErrorKind } from './error-kind.ts'

/** What is wrong with the thing that a request names: a page, a file, a person. */
export const subjectErrors = {
  NOT_FOUND: {
    status: 404,
    condition: 'there is no such thing',
    remedy: 'check the address and what it names',
    example: 'This workspace has no embeddings model.',
  },
  PAGE_NOT_FOUND: {
    status: 404,
    condition: 'a page that the body names is not in this workspace',
    remedy: 'search for the page, or look in the trash',
    example: 'PAGE_NOT_FOUND: page {page} not found',
  },
  FILE_NOT_FOUND: {
    status: 404,
    condition: 'the file is not in this workspace',
    remedy: 'list the files of the workspace',
    example: 'FILE_NOT_FOUND: file {file} not found',
  },
  COMMENT_NOT_FOUND: {
    status: 404,
    condition: 'the comment is not on a page of this workspace',
    remedy: 'list the comments of the page',
    example: 'There is no comment {comment} here. List the comments of the page first.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    condition: 'you began no such upload, or more than a day ago',
    remedy: 'begin a new upload',
    example: 'You have no such upload. Start a new one.',
  },
  HEADING_NOT_FOUND: {
    status: 404,
    condition: 'no such heading',
    remedy: 'read the page, and name a heading that it has',
    example: 'No heading reads "Decisions".',
  },
  TEXT_NOT_FOUND: {
    status: 404,
    condition: 'no such text',
    remedy: 'read the page, and quote it as it is',
    example: 'The text does not occur in the page.',
  },
  VERSION_NOT_FOUND: {
    status: 404,
    condition: 'the page has not had that many versions',
    remedy: 'list the versions of the page',
    example: 'The page has no version 9. List its versions first.',
  },
  USER_NOT_FOUND: {
    status: 404,
    condition: 'there is no such person',
    remedy: 'list the people',
    example:
      'There is no person with the address ada@example.com. `quire user list` shows them all.',
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    condition: 'there is no such workspace',
    remedy: 'list the workspaces',
    example: 'There is no workspace lab. `quire workspace list` shows them all.',
  },
  MEMBER_NOT_FOUND: {
    status: 404,
    condition: 'the person is not a member',
    remedy: 'list the members',
    example: 'This person is not a member of the workspace.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    condition: 'you have no such key',
    remedy: 'list your keys',
    example: 'You have no such key.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    condition: 'the webhook is not in this workspace',
    remedy: 'list the webhooks of the workspace',
    example: 'There is no webhook {webhook} in this workspace. List its webhooks first.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    condition: 'the webhook has no such delivery, or its log is kept no longer',
    remedy: 'list the deliveries of the webhook',
    example:
      'There is no delivery {delivery} in the log of this webhook. The log is kept for some weeks; list what is there.',
  },
  BOT_NOT_FOUND: {
    status: 404,
    condition: 'the bot is not of this workspace',
    remedy: 'list the bots of the workspace',
    example: 'There is no bot {bot} in this workspace. List its bots first.',
  },
  LINK_NOT_FOUND: {
    status: 404,
    condition: 'nobody in that chat is linked so',
    remedy: 'list the linked people again',
    example: 'Nobody is linked so. Load the list again.',
  },
  SUBSCRIPTION_NOT_FOUND: {
    status: 404,
    condition: 'no chat has that subscription',
    remedy: 'list the subscriptions again',
    example: 'There is no such subscription. Load the list again.',
  },
  LINK_INVALID: {
    status: 404,
    condition: 'the link was used, revoked or is out of date',
    remedy: 'ask for a new link',
    example: 'This link was used, revoked or is out of date. Ask for a new one.',
  },
  PAGE_CYCLE: {
    status: 409,
    condition: 'the page would stand under itself',
    remedy: 'choose a parent that is not below the page',
    example: 'The page cannot move under itself or a page below it.',
  },
  PAGE_AMBIGUOUS: {
    status: 409,
    condition: 'several pages have this title; the message names them',
    remedy: 'name the page by its id',
    example: 'Several pages have this title. Name one by its id: …',
  },
  VERSION_CONFLICT: {
    status: 409,
    condition: 'the page has changed since the expected version',
    remedy: 'read the page again, and repeat the edit on what it is now',
    example: 'The page is at version 4, not 3. Read it again and repeat the edit.',
  },
  UPLOAD_CONFLICT: {
    status: 409,
    condition: 'the bytes do not go on where the upload is',
    remedy: 'ask with HEAD where the upload is, and go on there',
    example: 'Ask where the upload is, and go on there.',
  },
  HEADING_AMBIGUOUS: {
    status: 409,
    condition: 'several headings read the same',
    remedy: 'quote a text below the heading instead',
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
    condition: 'there is one already',
    remedy: 'choose another name or address, or use what is there',
    example: 'There is a person with the address ada@example.com already.',
  },
  FILE_IN_USE: {
    status: 409,
    condition: 'pages use the file, and `force` is not true',
    remedy: 'remove it from the pages first, or send `force`',
    example:
      '2 pages use this file: "Plan", "Harbour". Delete it with force; they then show that it is missing.',
  },
  LAST_OWNER: {
    status: 409,
    condition: 'the workspace would have no owner',
    remedy: 'make someone else owner first',
    example: 'This person is the only owner of the workspace lab. Make someone else OWNER first.',
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    condition: 'the server would have no administrator',
    remedy: 'make someone else administrator first',
    example:
      'This person is the only administrator of the server. Name another with `quire admin add` first.',
  },
  WEBHOOK_DISABLED: {
    status: 409,
    condition: 'the webhook is disabled',
    remedy: 'enable the webhook',
    example: 'The webhook is disabled. Enable it first.',
  },
  DELIVERY_EXPIRED: {
    status: 410,
    condition: 'what was sent is kept no longer',
    remedy: 'read the page as it is now',
    example: 'What was sent then is kept no longer. Read the page as it is now instead.',
  },
  FILE_DAMAGED: {
    status: 410,
    condition: 'the server has lost the bytes, or has others than were stored',
    remedy: 'upload the file again, or restore it from a backup',
    example:
      'The contents of this file are lost on the server. Upload the file again, or ask who runs the server to take it from a backup.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    condition: 'the decoded file is larger than 1048576 bytes',
    remedy: 'upload it in parts, or make it smaller',
    example: 'The file is larger than 1048576 bytes.',
  },
  UNSUPPORTED_MIME_TYPE: {
    status: 415,
    condition: 'the file is not an image of a type that is taken',
    remedy: 'upload it as a file, or convert it to an image type',
    example: 'text/plain is not an image type this takes.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    condition: 'the file has no such part',
    remedy: 'ask for a part within the size of the file',
    example: 'The file has 12 bytes. Ask for a part of those.',
  },
} satisfies Record<string, ErrorKind>
