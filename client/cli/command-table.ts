import { importKinds, proposalStates } from './choices.ts'
import type { Command, Option } from './command.ts'
import { file, heading, label, page, text, to, toWorkspace } from './options.ts'

const loadPages = () => import('./commands/pages.ts')
const loadEdits = () => import('./commands/page-edits.ts')
const loadProposals = () => import('./commands/proposals.ts')
const loadFiles = () => import('./commands/files.ts')
const loadImports = () => import('./commands/imports.ts')
const loadSkills = () => import('./commands/skills.ts')

/** All commands. Help, completion and the table in the documentation are made of this. */
export const commands: readonly Command[] = [
  {
    name: 'workspace list',
    summary: 'list the workspaces of the key',
    arguments: [],
    options: [],
    load: async () => (await import('./commands/workspaces.ts')).listWorkspaces,
  },
  {
    name: 'page get',
    summary: 'print a page as Markdown',
    arguments: [page],
    options: [],
    load: async () => (await loadPages()).getPage,
  },
  {
    name: 'page list',
    summary: 'list the page tree, or the pages below a page',
    arguments: [{ name: 'page', isOptional: true }],
    options: [
      { name: 'depth', value: 'levels', description: 'levels to list, 1 to 10; default: 2' },
    ],
    load: async () => (await loadPages()).listPages,
  },
  {
    name: 'page search',
    summary: 'search pages',
    arguments: [{ name: 'words', isRest: true }],
    options: [
      { name: 'limit', value: 'number', description: 'most results, 1 to 50; default: 20' },
      { name: 'tag', value: 'tag', description: 'only pages with this tag' },
      { name: 'under', value: 'page', description: 'only this page and those below it' },
    ],
    load: async () => (await loadPages()).searchPages,
  },
  {
    name: 'page create',
    summary: 'create a page',
    arguments: [{ name: 'title' }],
    options: [
      file,
      text,
      {
        name: 'parent',
        value: 'page',
        description: 'create it below this page; default: the top level',
      },
    ],
    load: async () => (await loadEdits()).createPage,
  },
  {
    name: 'page edit',
    summary: 'replace a text, a section or the whole body',
    arguments: [page],
    options: [
      {
        name: 'find',
        value: 'text',
        description: 'replace this text, which must occur exactly once',
      },
      { name: 'all', description: 'with --find: replace each occurrence' },
      { ...heading, description: 'replace the section with this heading' },
      { name: 'subsections', description: 'with --heading: also replace its subsections' },
      { name: 'body', description: 'replace the whole body; needs --version-read' },
      {
        name: 'version-read',
        value: 'number',
        description: 'version that you read; later changes are merged',
      },
      file,
      text,
    ],
    load: async () => (await loadEdits()).editPage,
  },
  {
    name: 'page append',
    summary: 'append to a page or a section',
    arguments: [page],
    options: [heading, file, text],
    load: async () => (await loadEdits()).appendToPage,
  },
  {
    name: 'page move',
    summary: 'move a page and the pages below it',
    arguments: [page],
    options: [
      { name: 'parent', value: 'page', description: 'the new parent page; / is the top level' },
      { name: 'after', value: 'page', description: 'the sibling to insert after; default: first' },
      toWorkspace,
    ],
    load: async () => (await loadEdits()).movePage,
  },
  {
    name: 'page copy',
    summary: 'copy a page and the pages below it',
    arguments: [page],
    options: [
      {
        name: 'parent',
        value: 'page',
        description: 'below this page; / is the top level; default: after the original',
      },
      { name: 'alone', description: 'without the pages below it' },
      toWorkspace,
    ],
    load: async () => (await import('./commands/transfers.ts')).copyPage,
  },
  {
    name: 'changes',
    summary: 'list the latest changes, or follow them',
    arguments: [],
    options: [
      { name: 'follow', description: 'print changes as they happen, until you stop the command' },
      { name: 'after', value: 'id', description: 'with --follow: continue after this change' },
      {
        name: 'limit',
        value: 'number',
        description: 'without --follow: most changes; default: 50',
      },
    ],
    load: async () => (await import('./commands/changes.ts')).showChanges,
  },
  {
    name: 'proposals list',
    summary: 'list proposals',
    arguments: [],
    options: [
      {
        name: 'state',
        value: 'state',
        choices: proposalStates,
        description: `${proposalStates.join(', ')}; default: open`,
      },
      { name: 'mine', description: 'only your own' },
    ],
    load: async () => (await loadProposals()).listProposals,
  },
  {
    name: 'proposals show',
    summary: 'show a proposal with its changes',
    arguments: [{ name: 'proposal' }],
    options: [],
    load: async () => (await loadProposals()).showProposal,
  },
  {
    name: 'proposals accept',
    summary: 'accept a proposal as you reviewed it',
    arguments: [{ name: 'proposal' }],
    options: [
      {
        name: 'revision',
        value: 'number',
        description: 'revision that you reviewed, from proposals show',
      },
      {
        name: 'change',
        value: 'number',
        isRepeatable: true,
        description: 'accept only this change; repeat it for more',
      },
    ],
    load: async () => (await loadProposals()).acceptProposal,
  },
  {
    name: 'proposals decline',
    summary: 'decline a proposal',
    arguments: [{ name: 'proposal' }],
    options: [
      { name: 'reason', value: 'markdown', description: 'why, for the proposer' },
      {
        name: 'change',
        value: 'number',
        isRepeatable: true,
        description: 'decline only this change; repeat it for more',
      },
    ],
    load: async () => (await loadProposals()).declineProposal,
  },
  {
    name: 'files put',
    summary: 'upload a file',
    arguments: [{ name: 'path' }],
    options: [
      { name: 'page', value: 'page', description: 'attach it to this page' },
      { name: 'name', value: 'name', description: 'name of the file; default: that of the path' },
    ],
    load: async () => (await loadFiles()).putFile,
  },
  {
    name: 'files get',
    summary: 'download a file',
    arguments: [{ name: 'file' }],
    options: [
      {
        name: 'output',
        value: 'path',
        description: 'write to this path; default: standard output',
      },
    ],
    writesFiles: true,
    load: async () => (await loadFiles()).getFile,
  },
  {
    name: 'import',
    summary: 'import a folder, an archive or a document as pages',
    arguments: [{ name: 'path' }],
    options: [
      {
        name: 'parent',
        value: 'page',
        description: 'import below this page; default: the top level',
      },
      {
        name: 'kind',
        value: 'kind',
        choices: importKinds,
        description: `${importKinds.join(', ')}; default: what the content shows`,
      },
      { name: 'all-files', description: 'also import files that no page links to' },
      {
        name: 'copy',
        description: 'create new pages instead of updating those of an earlier import',
      },
      { name: 'dry-run', description: 'show what would be imported, and import nothing' },
      { name: 'yes', description: 'import without asking' },
    ],
    details:
      'The import continues on the server if you stop the command. The exit code is 1 if nothing was imported.',
    load: async () => (await loadImports()).importPages,
  },
  {
    name: 'export',
    summary: 'export pages as a ZIP archive of Markdown or HTML files',
    arguments: [{ name: 'path' }],
    options: [
      { name: 'page', value: 'page', description: 'only this page and those below it' },
      {
        name: 'format',
        value: 'format',
        description: 'Markdown files, a website, or a PDF of a page; default: markdown',
        choices: ['markdown', 'html', 'pdf'],
      },
    ],
    writesFiles: true,
    load: async () => (await import('./commands/exports.ts')).exportPages,
  },
  {
    name: 'sync',
    summary: 'keep a folder of Markdown files and a workspace in sync, in both directions',
    arguments: [{ name: 'folder' }],
    options: [
      { name: 'parent', value: 'page', description: 'only the pages below this page' },
      { name: 'once', description: 'stop when both sides are in sync; the default' },
      { name: 'watch', description: 'keep them in sync until you stop the command' },
      {
        name: 'yes',
        description: 'make many deletions, and continue with a restored server, without asking',
      },
    ],
    details:
      'The folder gets a folder .quire with what both sides had in common. Files of pages that are gone go to .quire/removed. A change that cannot be merged goes to a file name.conflict-DATE.md, and to a comment on the page.',
    writesFiles: true,
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  {
    name: 'skills list',
    summary: 'list the skills of the workspace',
    arguments: [],
    options: [],
    load: async () => (await loadSkills()).listSkills,
  },
  {
    name: 'skills pull',
    summary: 'write skills into a folder for agents',
    arguments: [{ name: 'skill', isOptional: true, isRest: true }],
    options: [
      to,
      label,
      { name: 'yes', description: 'write new programs without asking' },
      { name: 'force', description: 'replace files that were changed in the folder' },
      { name: 'agents', description: 'also write the agents into the folder agents beside it' },
    ],
    details:
      'The folder gets a file quire-skills.lock with the SHA-256 of each file. Commit it, and run skills check in CI.',
    writesFiles: true,
    load: async () => (await loadSkills()).pullSkills,
  },
  {
    name: 'skills sync',
    summary: 'pull all skills, and list those that the server no longer has',
    arguments: [{ name: 'skill', isOptional: true, isRest: true }],
    options: [
      to,
      label,
      { name: 'yes', description: 'write new programs without asking' },
      { name: 'force', description: 'replace files that were changed in the folder' },
      { name: 'agents', description: 'also the agents, in the folder agents beside it' },
      { name: 'check', description: 'write nothing; the exit code is 7 if something differs' },
      { name: 'watch', description: 'pull again when a skill is published, until you stop it' },
    ],
    writesFiles: true,
    load: async () => (await loadSkills()).syncSkills,
  },
  {
    name: 'skills push',
    summary: 'send files that were changed in the folder, or removed, back as drafts',
    arguments: [{ name: 'skill', isOptional: true, isRest: true }],
    options: [
      to,
      { name: 'yes', description: 'send new programs, and remove files, without asking' },
      { name: 'agents', description: 'also the agents, in the folder agents beside it' },
    ],
    details:
      'A key that may only propose makes a proposal. Nothing is sent of a skill if others have changed one of the files.',
    writesFiles: true,
    load: async () => (await import('./commands/skill-push.ts')).pushSkills,
  },
  {
    name: 'skills add',
    summary: 'create the skills and agents of a folder or a ZIP archive',
    arguments: [{ name: 'path' }],
    options: [
      { name: 'parent', value: 'page', description: 'page above them; default: the top level' },
      { name: 'yes', description: 'add programs without asking' },
    ],
    load: async () => (await import('./commands/skill-import.ts')).addSkills,
  },
  {
    name: 'skills check',
    summary: 'compare the skills in a folder with its lock file and the server',
    arguments: [],
    options: [to, label],
    details: 'The exit code is 7 if a file was changed, is missing, or is older than its skill.',
    load: async () => (await loadSkills()).checkSkills,
  },
  {
    name: 'instructions',
    summary: 'write the instructions of the workspace into AGENTS.md',
    arguments: [{ name: 'path', isOptional: true }],
    options: [
      {
        name: 'check',
        description: 'write nothing; the exit code is 7 if the file is not up to date',
      },
      { name: 'force', description: 'replace instructions that were changed in the file' },
    ],
    details: 'The instructions are in a section of the file. The rest of the file stays as it is.',
    writesFiles: true,
    load: async () => (await import('./commands/instructions.ts')).writeInstructions,
  },
  {
    name: 'completion',
    summary: 'print a completion script',
    arguments: [{ name: 'shell' }],
    options: [],
    details:
      'bash: source <(quire completion bash)\nzsh:  source <(quire completion zsh)\nfish: quire completion fish | source',
    load: async () => {
      const { completionOf } = await import('./completion.ts')
      return completionOf({ commands, globalOptions })
    },
  },
]

export const globalOptions: readonly Option[] = [
  {
    name: 'workspace',
    value: 'workspace',
    description: 'slug, name or ID; default: QUIRE_WORKSPACE, or the only workspace',
  },
  { name: 'json', description: 'print JSON' },
  { name: 'help', description: 'show this help' },
]

/** Commands that send no request. */
export const localCommands: ReadonlySet<string> = new Set(['completion'])
