import type { Static } from 'typebox'
import { maxChanges } from '../../domain/pages/proposed.ts'
import type { ShownChange, ShownProposal } from '../../domain/proposals/read.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { pageFields, storedFieldNames } from '../../lib/page-fields.ts'
import {
  changeKinds,
  changeStates,
  isAcceptedInPart,
  ownerships,
  pageTypes,
  proposalCommentKinds,
  proposalStates,
} from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { setProperties } from '../pages/page-properties.ts'
import { run, toRun } from '../runs/fields.ts'

const { pageId } = fields
const ofProperties = setProperties.input.properties

export const proposalId = fields.id('ID of the proposal.')
export const state = fields.oneOf(
  proposalStates,
  'State. Both `open` and `changes_requested` can be accepted.',
)
export const title = Type.String({ minLength: 1, maxLength: 200 })
export const markdown = Type.String({
  maxLength: 10_000,
  description: 'Markdown, as in a comment.',
})
export const changeNumber = Type.Integer({ minimum: 1, description: 'Number of the change.' })
export const proposed = Type.Object({ proposalId, state })

const instantOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const personOrNull = Type.Unsafe<{ id: string; firstName: string; lastName: string } | null>({
  ...fields.person,
  type: ['object', 'null'],
})

/** A proposal in a list. */
export const summary = Type.Object({
  id: proposalId,
  title: Type.String(),
  reason: Type.String({ description: 'Markdown.' }),
  state,
  isAcceptedInPart: Type.Boolean({ description: 'Whether it was accepted, but not all of it.' }),
  revision: Type.Integer({ description: 'How often it was submitted.' }),
  createdAt: fields.instant,
  updatedAt: fields.instant,
  proposer: fields.person,
  run,
  decidedAt: instantOrNull,
  decidedBy: personOrNull,
  changes: Type.Integer({ description: 'Number of changes.' }),
  openChanges: Type.Integer({ description: 'Number of changes without a decision.' }),
})

export function toSummary(row: ShownProposal['proposal']): Static<typeof summary> {
  const { decidedBy, decidedAt } = row
  return {
    id: row.id,
    title: row.title,
    reason: row.reason,
    state: row.state,
    isAcceptedInPart: isAcceptedInPart(row),
    revision: row.revision,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    proposer: { id: row.createdBy, firstName: row.firstName, lastName: row.lastName },
    run: toRun(row),
    decidedAt: decidedAt === null ? null : toIso(decidedAt),
    decidedBy:
      decidedBy === null
        ? null
        : {
            id: decidedBy,
            firstName: row.deciderFirstName ?? '',
            lastName: row.deciderLastName ?? '',
          },
    changes: row.changes,
    openChanges: row.openChanges,
  }
}

const textKinds = ['same', 'added', 'removed'] as const
const text = Type.Object({
  kind: Type.Unsafe<(typeof textKinds)[number]>({ type: 'string', enum: textKinds }),
  text: Type.String(),
})
const parentPage = Type.Unsafe<{ id: string; title: string } | null>({
  type: ['object', 'null'],
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
  description: 'Parent page. Null means the top level, or a page that is gone.',
})
const fieldName = fields.oneOf(storedFieldNames, 'Name of a field.')

const change = Type.Object({
  number: changeNumber,
  kind: fields.oneOf(changeKinds, 'What the change does.'),
  pageId,
  title: Type.String({ description: 'Title of the page when the change was proposed.' }),
  state: fields.oneOf(changeStates, 'State of the change.'),
  baseVersion: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Version of the page that the change was made of.',
  }),
  conflict: Type.Unsafe<'changed' | 'deleted' | null>({
    type: ['string', 'null'],
    description:
      '`changed`: later changes are in conflict with it. `deleted`: the page is in the trash.',
  }),
  fields: Type.Array(
    Type.Object({
      name: fieldName,
      before: fields.textOrNull('Value before.'),
      after: fields.textOrNull('Proposed value.'),
      isConflict: Type.Boolean(),
    }),
  ),
  body: Type.Array(
    Type.Object({
      hunk: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'Number of the hunk. Null for text that stays.',
      }),
      lines: Type.Array(text, { description: 'Lines of Markdown.' }),
      words: Type.Array(text, { description: 'The same, by word. Empty for text that stays.' }),
      isConflict: Type.Boolean(),
      conflicts: Type.Array(
        Type.Object({ base: Type.String(), page: Type.String(), proposed: Type.String() }),
        {
          description:
            'Words that the page and the proposal changed in two ways. To decide on one of them or on a third, accept the change with an edited body.',
        },
      ),
      near: Type.Array(Type.String(), {
        description:
          'Blocks as they are on the page now, where others changed other words of the same sentence, cell or list item since. Accepting merges both: check that they agree.',
      }),
    }),
    { description: 'The difference between the bodies, in reading order.' },
  ),
  currentVersion: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Version of the page now, for `expectedVersion` of an edited body.',
  }),
  markdown: fields.textOrNull(
    'Body after the change, merged with later changes. Null where the body stays.',
  ),
  from: parentPage,
  to: parentPage,
  accepted: Type.Unsafe<{ hunks: number[]; fields: string[] } | null>({
    type: ['object', 'null'],
    required: ['hunks', 'fields'],
    properties: {
      hunks: { type: 'array', items: { type: 'integer' } },
      fields: { type: 'array', items: { type: 'string' } },
    },
    description: 'What was accepted, if not the whole change.',
  }),
})

const comment = Type.Object({
  id: fields.id('ID of the comment.'),
  change: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Number of the change that it is about. Null for the whole proposal.',
  }),
  kind: fields.oneOf(proposalCommentKinds, 'What was said or done.'),
  markdown: Type.String(),
  author: fields.person,
  run,
  createdAt: fields.instant,
})

function toChange({
  conflict,
  markdown: body,
  accepted,
  currentVersion,
  parts,
  from,
  to,
  fields: given,
  ...row
}: ShownChange): Static<typeof change> {
  const { number, kind, pageId: id, title: name, state: now, baseVersion } = row
  return {
    number,
    kind,
    pageId: id,
    title: name,
    state: now,
    baseVersion,
    conflict: conflict ?? null,
    fields: given,
    body: parts.map(({ number: hunk, ...part }) => ({ hunk, ...part })),
    currentVersion: currentVersion ?? null,
    markdown: body ?? null,
    from,
    to,
    accepted: accepted ?? null,
  }
}

function toComment(row: ShownProposal['comments'][number]): Static<typeof comment> {
  return {
    id: row.id,
    change: row.changeNumber,
    kind: row.kind,
    markdown: row.markdown,
    author: { id: row.createdBy, firstName: row.firstName, lastName: row.lastName },
    run: toRun(row),
    createdAt: toIso(row.createdAt),
  }
}

/** A proposal with its changes. */
export const detailed = Type.Object({
  ...summary.properties,
  canAccept: Type.Boolean({ description: 'Whether you can accept it.' }),
  canDecline: Type.Boolean({ description: 'Whether you can decline it and ask for changes.' }),
  isMine: Type.Boolean(),
  approvals: Type.Array(fields.userId, {
    description: 'People who accepted this revision, where others must accept it too.',
  }),
  reviews: Type.Array(
    Type.Object({
      page: parentPage,
      required: Type.Integer({ description: 'How many of the reviewers must accept.' }),
      missing: Type.Integer({ description: 'How many still must.' }),
      reviewers: Type.Array(
        Type.Object({ type: Type.String(), id: fields.id('ID.'), name: Type.String() }),
      ),
    }),
    { description: 'What the permissions of the pages require.' },
  ),
  list: Type.Array(change, { description: 'The changes.' }),
  comments: Type.Array(comment, { description: 'Comments and decisions, oldest first.' }),
})

export function toDetailed({
  proposal,
  changes,
  comments,
  approvals,
  reviews,
  ...rights
}: ShownProposal): Static<typeof detailed> {
  return {
    ...toSummary(proposal),
    ...rights,
    approvals: [...approvals],
    reviews: reviews.map(({ reviewers, ...review }) => ({
      ...review,
      reviewers: reviewers.map(({ type, id, name }) => ({ type, id, name })),
    })),
    list: changes.map(toChange),
    comments: comments.map(toComment),
  }
}

const edited = {
  content: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Tiptap document: the complete body as you edited it, instead of the proposed one.',
      },
    ),
  ),
  markdown: Type.Optional(
    Type.String({ maxLength: 1_000_000, description: 'The same as Markdown.' }),
  ),
  expectedVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Version of the page that the edited body was made of.',
    }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Another title than the proposed one.',
    }),
  ),
}

export const changeEdits = Type.Array(Type.Object({ number: changeNumber, ...edited }), {
  minItems: 1,
  maxItems: maxChanges,
  description:
    'Other texts and titles for changes of the kinds `create` and `edit` that have no decision. Not with `changes`.',
})
export const removedChanges = Type.Array(changeNumber, {
  minItems: 1,
  maxItems: maxChanges,
  description: 'Numbers of changes to remove from the proposal. Not with `changes`.',
})

/** What is accepted of a proposal. */
export const acceptedPart = Type.Object({
  number: changeNumber,
  hunks: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: 10_000,
      description:
        'Only these hunks of the body. The others are declined, and so are the fields unless you name them.',
    }),
  ),
  fields: Type.Optional(Type.Array(fieldName, { maxItems: 10, description: 'Only these fields.' })),
  ...edited,
})

const optionalParent = Type.Optional(
  fields.textOrNull(
    'ID of the parent page, or for a new page `#key` of an earlier one. Null means the top level.',
    { maxLength: 200 },
  ),
)

/**
 * A change as it is given, with the fields of all kinds. Those that a kind does not have are rejected.
 */
export const givenChange = Type.Object(
  {
    kind: fields.oneOf(changeKinds, 'What to do.'),
    pageId: Type.Optional(fields.id('ID of the page, except for `create`.')),
    key: Type.Optional(
      Type.String({ maxLength: 100, description: 'Name of a new page within the call.' }),
    ),
    parentId: optionalParent,
    newParentId: Type.Optional(fields.idOrNull('For `move`. Null means the top level.')),
    prevPageId: Type.Optional(
      fields.idOrNull('For `move`: the sibling to insert after. Null means the first position.'),
    ),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: pageFields.title.maxLength })),
    icon: Type.Optional(fields.textOrNull('An emoji.', { maxLength: pageFields.icon.maxLength })),
    ownership: Type.Optional(fields.oneOf(ownerships, 'For `create`.')),
    type: Type.Optional(fields.oneOf(pageTypes, 'For `create`.')),
    markdown: Type.Optional(
      Type.String({ maxLength: 1_000_000, description: 'Complete body, for `create` and `edit`.' }),
    ),
    content: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Tiptap document instead of `markdown`.' },
      ),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Version that an `edit` is based on.' }),
    ),
    set: ofProperties.set,
    remove: ofProperties.remove,
  },
  { description: 'One change of one page.' },
)
