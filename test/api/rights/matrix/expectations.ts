import type { OperationId } from '../../../../server/operations/index.ts'

/**
 * Who can do what. Every operation has one rule, and every rule a table: a row for each kind of page, a column for each
 * kind of caller.
 *
 *     +  allowed
 *     -  visible, but not allowed: 403
 *     0  as if it did not exist: 404
 *     !  not signed in: 401
 *     .  not called: it would change the caller, and other tests cover it
 *
 * The guest may comment on the shared page and the agent may write there; the visitor came by a link to comment on it.
 * The other agents are accounts of each role that see what everyone sees.
 */
export const tables = {
  /** Pages, their files and their comments. */
  'read a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       +      0     0       +       -        !      !      0     +          +             +             +
    team       0     0      +      +      +       0       +      0     0       +       -        !      !      0     0          0             0             0
    shared     +     +      +      +      +       +       +      +     +       +       -        !      !      +     +          +             +             +
    private    0     0      0      +      0       0       0      0     0       +       -        !      !      0     0          0             0             0
  `,
  'comment on a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      0     0       -       -        !      !      0     -          +             +             +
    team       0     0      +      +      -       0       +      0     0       -       -        !      !      0     0          0             0             0
    shared     +     +      +      +      +       +       -      +     +       -       -        !      !      +     -          +             +             +
    private    0     0      0      +      0       0       0      0     0       -       -        !      !      0     0          0             0             0
  `,
  'propose a change of a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      0     0       -       -        !      !      -     -          -             +             +
    team       0     0      +      +      -       0       -      0     0       -       -        !      !      -     0          0             0             0
    shared     +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             +             +
    private    0     0      0      +      0       0       0      0     0       -       -        !      !      -     0          0             0             0
  `,
  /** Someone who may only propose makes a proposal. */
  'change a page or propose it': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      -     0       -       -        !      !      -     -          -             +             +
    team       0     0      +      +      -       0       -      -     0       -       -        !      !      -     -          -             0             0
    shared     +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             +             +
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             0             0
  `,
  'change a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      -     0       -       -        !      !      -     -          -             -             +
    team       0     0      +      +      -       0       -      -     0       -       -        !      !      -     -          -             -             0
    shared     +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             -             +
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             -             0
  `,
  /** Outside of sections, the author of a page can too; here that is the owner. */
  'manage access': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      -      -      -       -       -      -     0       -       -        !      !      -     -          -             -             -
    team       0     0      +      -      -       0       -      -     0       -       -        !      !      -     -          -             -             0
    shared     +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             -             0
  `,
  /** Agents accept only where they are reviewers. */
  'accept a proposal': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      -     0       -       -        !      !      -     -          -             -             -
    team       0     0      +      +      -       0       -      -     0       -       -        !      !      -     -          -             -             0
    shared     +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             -             -
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             -             0
  `,
  /** Those who may only propose change the texts that there are, and add no file. */
  'write a file of a skill': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      -     0       -       -        !      !      -     -          -             -             +
    team       0     0      +      +      -       0       -      -     0       -       -        !      !      -     -          -             0             0
    shared     +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             -             +
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             0             0
  `,
  /** Of people who may write somewhere, those who can read the archive. */
  'preview an archive': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       -      -     0       -       -        !      !      -     -          -             -             +
    team       0     0      +      +      +       0       -      -     0       -       -        !      !      -     -          -             -             0
    shared     +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             -             +
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             -             0
  `,
  /** With a key. Others who manage the page publish it when they are signed in. */
  'publish a skill': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      -      -      -       -       -      -     0       -       -        !      !      -     -          -             -             -
    team       0     0      -      -      -       0       -      -     0       -       -        !      !      -     -          -             -             0
    shared     +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    private    0     0      0      -      0       0       -      -     0       -       -        !      !      -     -          -             -             0
  `,
  'list who has access': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      -      -      -       -       -      0     0       -       -        !      !      -     -          -             -             -
    team       0     0      +      -      -       0       -      0     0       -       -        !      !      -     0          0             0             0
    shared     +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    private    0     0      0      +      0       0       0      0     0       -       -        !      !      -     0          0             0             0
  `,
  /** Favourites and recently visited pages are the caller's own. */
  'mark a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       +      0     0       -       -        !      !      -     +          +             +             +
    team       0     0      +      +      +       0       +      0     0       -       -        !      !      -     0          0             0             0
    shared     +     +      +      +      +       +       +      +     +       -       -        !      !      -     +          +             +             +
    private    0     0      0      +      0       0       0      0     0       -       -        !      !      -     0          0             0             0
  `,
  /** Also without a workspace in the question: a page that the caller cannot read is in none. */
  'find a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      +      +      +       +       +      0     0       +       0        !      !      -     +          +             +             +
    team       0     0      +      +      +       0       +      0     0       +       0        !      !      -     0          0             0             0
    shared     +     +      +      +      +       +       +      +     +       +       0        !      !      -     +          +             +             +
    private    0     0      0      +      0       0       0      0     0       +       0        !      !      -     0          0             0             0
  `,
  /** The person who uploaded it (the owner, and in the team its manager), and owners and admins who can see it. */
  'change a file': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      -      -      -       -       -      -     0       -       -        !      !      -     -          -             -             -
    team       0     0      +      -      -       0       -      -     0       -       -        !      !      -     -          -             -             0
    shared     +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    private    0     0      0      +      0       0       -      -     0       -       -        !      !      -     -          -             -             0
  `,
  /** Owners and admins, of pages that they can read. */
  'manage a deleted page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    open       +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    team       0     0      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    shared     +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
    private    0     0      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
  `,
  /** Lists hold what the caller can read. */
  'read the workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      +      +      +       +       +      +     +       +       -        !      !      -     +          +             +             +
  `,
  /** Its people, bots and subscriptions. */
  'see who is in the workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      +      +      +       +       +      -     -       +       -        !      !      -     +          +             +             +
  `,
  'write in the workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      +      +      +       +       -      -     -       -       -        !      !      -     -          -             -             -
  `,
  /** One of which no caller is a member. */
  'write in another workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  -     -      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
  `,
  'write what they can see': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      +      +      +       +       -      -     +       -       -        !      !      -     -          -             -             +
  `,
  /** A key reverts its own runs; here it is the key of the owner. Other tests cover people, who revert more. */
  'revert a run': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     -      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
  `,
  'manage the workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
  `,
  /** Marks of pages that are already gone. */
  'unmark a page': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      +      +      +       +       +      +     +       -       -        !      !      -     +          +             +             +
  `,
  /** Members manage their own; here it belongs to the owner. */
  'manage what others set up': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      -      -      -       -       -      -     -       -       -        !      !      -     -          -             -             -
  `,
  /** Members can; other tests cover what it does. */
  'leave the workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  .     .      .      .      .       .       .      .     .       .       -        !      !      -     !          !             !             !
  `,
  'own the workspace': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  .     -      -      -      -       -       -      -     .       .       -        !      !      -     -          -             -             -
  `,
  'administer the server': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     -      -      -      -       -       -      -     .       .       -        !      !      -     !          !             !             !
  `,
  /** The caller's own account: test/app/ tests what it does. */
  'be signed in': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  .     .      .      .      .       .       .      .     .       .       .        !      !      -     !          !             !             !
  `,
  'have a key': `
             owner admin manager writer reader outsider viewer guest agent readOnly removed disabled nobody visitor agentReads agentComments agentProposes agentWrites
    workspace  +     +      +      +      +       +       +      +     +       +       +        !      !      -     +          +             +             +
  `,
  /** Before a sign-in, or instead of one. */
  anybody: '',
} as const

/** Visitors of a share link can call these, and nothing else. */
export const openToVisitors: ReadonlySet<OperationId> = new Set<OperationId>([
  'pages.list',
  'pages.document',
  'pages.markdown',
  'pages.properties',
  'pages.save',
  'pages.setProperties',
  'pages.update',
  'views.query',
  'pageFiles.list',
  'pageFiles.uploadFile',
  'pageFiles.uploadImage',
  'comments.list',
  'comments.create',
  'comments.resolve',
  'comments.update',
  'comments.remove',
])

export type Rule = keyof typeof tables
