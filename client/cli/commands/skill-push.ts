import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { repeatable } from '../session.ts'
import { confirmPrograms } from '../skills/confirm-programs.ts'
import { confirmRemovals } from '../skills/confirm-removals.ts'
import { findFolder, writeText } from '../skills/folder.ts'
import { type Lock, lockName, lockText, removedMark, requireLock } from '../skills/lock-file.ts'
import { type LocalChange, planPush, type PushPlan } from '../skills/push.ts'
import { row } from '../text.ts'
import { agentsFolder, defaultFolder, requireSameWorkspace } from './skills.ts'

type Pushed = { skill: string; path: string; change: string }
type Sent = { digests: Record<string, string>; pushed: Pushed[]; proposals: string[] }

/** A folder with its lock file, and what to send of it. */
type Source = { folder: string; lock: Lock; plans: PushPlan[] }

/**
 * Sends what was changed in a pulled folder, and removed from it, back as the draft of its skills, or as a proposal where
 * the key may only propose. With `--agents`, also the agents in the folder beside it. Throws LOCK_MISSING, SKILL_NOT_FOUND, LINK_REFUSED,
 * PROGRAMS_REFUSED, REMOVALS_REFUSED, VERSION_CONFLICT.
 */
export async function pushSkills(session: Session, given: Given): Promise<Report> {
  const sources = await readSources(session, given)
  const plans = sources.flatMap((source) => source.plans)
  const programs = plans.flatMap(({ skill, changes }) =>
    changes.filter(({ isNewProgram }) => isNewProgram).map(({ path }) => `${skill}/${path}`),
  )
  await confirmPrograms(session, programs, {
    question: 'Send them?',
    isConfirmed: given.has('yes'),
  })
  const removals = plans.flatMap((plan) => plan.removals.map(({ path }) => `${plan.skill}/${path}`))
  await confirmRemovals(session, removals, { isConfirmed: given.has('yes') })
  const pushed: Pushed[] = []
  const proposals: string[] = []
  for (const { folder, plans: own, ...source } of sources) {
    let { lock } = source
    for (const plan of own.filter(hasChanges)) {
      const sent = await sendSkill(session, plan)
      pushed.push(...sent.pushed)
      proposals.push(...sent.proposals)
      lock = withPushed(lock, plan.skill, sent.digests)
      // After each skill: a push that ends early continues with the others.
      await writeText(folder, [lockName], lockText(lock))
    }
  }
  return reportOf(sources[0]?.folder ?? '', { plans, pushed, proposals })
}

function hasChanges({ changes, removals }: PushPlan): boolean {
  return changes.length + removals.length > 0
}

/** Throws LOCK_MISSING, SKILL_NOT_FOUND, OTHER_WORKSPACE. */
async function readSources(session: Session, given: Given): Promise<Source[]> {
  const target = given.text('to') ?? defaultFolder
  const targets = given.has('agents') ? [target, agentsFolder(target)] : [target]
  const workspaceId = await session.workspaceId()
  const locks: { folder: string; lock: Lock }[] = []
  for (const one of targets) {
    const folder = await findFolder(one)
    const lock = await requireLock(folder)
    requireSameWorkspace(lock, workspaceId)
    locks.push({ folder, lock })
  }
  requireLocked(
    locks.map(({ lock }) => lock),
    given.words,
  )
  const asked = { workspaceId, ownership: 'AGENT' } as const
  const { skills } = await session.client.skills.list(asked, repeatable())
  const agents = new Set(skills.map(({ id }) => id))
  const sources: Source[] = []
  for (const { folder, lock } of locks) {
    const names = Object.keys(lock.skills).filter(
      (name) => given.words.length === 0 || given.words.includes(name),
    )
    sources.push({ folder, lock, plans: await planPush(folder, lock, { names, agents }) })
  }
  return sources
}

/** Throws SKILL_NOT_FOUND. */
function requireLocked(locks: readonly Lock[], wanted: readonly string[]): void {
  const missing = wanted.find((name) => !locks.some(({ skills }) => Object.hasOwn(skills, name)))
  if (missing === undefined) return
  throw new CommandError(
    `The folder has no skill ${JSON.stringify(missing)} that was pulled. Run quire skills add for a new one.`,
    'SKILL_NOT_FOUND',
    exitCodes.missing,
  )
}

/** All files in one request, so that no part of a change is published alone. */
async function sendSkill(
  { client, workspaceId }: Session,
  { skill, pageId, changes, removals }: PushPlan,
): Promise<Sent> {
  const files = changes.map(toFile)
  const remove = removals.map(({ path, expected }) => ({ path, expectedSha256: expected }))
  const input = { workspaceId: await workspaceId(), pageId, files, remove }
  const answer = await client.skillFiles.write(input, repeatable())
  if ('proposalId' in answer) {
    const pushed = files.map(({ path }) => ({ skill, path, change: 'proposed' }))
    return { digests: {}, pushed, proposals: [String(answer.proposalId)] }
  }
  const digests = [
    ...answer.files.map(({ path, sha256 }) => [path, `sha256-${sha256}`] as const),
    ...removals.map(({ path }) => [path, removedMark] as const),
  ]
  const pushed = answer.files.map(({ path, change }) => ({ skill, path, change }))
  return { digests: Object.fromEntries(digests), pushed, proposals: [] }
}

/** A file without the permission keeps the one of the draft: not every system has permissions. */
function toFile({ path, bytes, expected, isExecutable }: LocalChange) {
  const content = Buffer.from(bytes).toString('base64')
  const file = { path, content, encoding: 'base64' as const, expectedSha256: expected }
  return isExecutable ? { ...file, isExecutable } : file
}

/** What the draft has is compared by the next push, and what was pulled by the next pull. */
function withPushed(lock: Lock, skill: string, digests: Readonly<Record<string, string>>): Lock {
  const locked = lock.skills[skill]
  if (locked === undefined || Object.keys(digests).length === 0) return lock
  const pushed = { ...locked.pushed, ...digests }
  return { ...lock, skills: { ...lock.skills, [skill]: { ...locked, pushed } } }
}

type Result = {
  plans: readonly PushPlan[]
  pushed: readonly Pushed[]
  proposals: readonly string[]
}

function reportOf(folder: string, { plans, pushed, proposals }: Result): Report {
  const missing = plans.flatMap(({ skill, missing: paths }) =>
    paths.map((path) => `${skill}/${path}`),
  )
  const text = [
    ...pushed.map(({ skill, path, change }) => row(change, `${skill}/${path}`)),
    ...missing.map((path) => row('missing', path)),
    ...proposals.map((id) => row('proposal', id)),
    `${pushed.length} files sent from ${folder}.${missing.length > 0 ? ' Missing files stay on the server.' : ''}`,
  ].join('\n')
  return { text, json: { folder, files: pushed, missing, proposals } }
}
