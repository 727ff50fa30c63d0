import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { repeatable } from '../session.ts'
import { confirmPrograms } from '../skills/confirm-programs.ts'
import { findFolder, writePlain } from '../skills/folder.ts'
import { type Lock, lockName, lockText, requireLock } from '../skills/lock-file.ts'
import { type LocalChange, planPush, type PushPlan } from '../skills/push.ts'
import { row } from '../text.ts'
import { defaultFolder, requireSameWorkspace } from './skills.ts'

/** The most files of a request. */
const maxFiles = 100

type Pushed = { skill: string; path: string; change: string }
type Sent = { digests: Record<string, string>; pushed: Pushed[]; proposals: string[] }

/**
 * Sends what was changed in a pulled folder back as the draft of its skills, or as a proposal where the key may only
 * propose. Throws LOCK_MISSING, SKILL_NOT_FOUND, LINK_REFUSED, PROGRAMS_REFUSED, VERSION_CONFLICT.
 */
export async function pushSkills(session: Session, given: Given): Promise<Report> {
  const folder = await findFolder(given.text('to') ?? defaultFolder)
  let lock = await requireLock(folder)
  requireSameWorkspace(lock, await session.workspaceId())
  const plans = await planPush(folder, lock, namesOf(lock, given.words))
  const programs = plans.flatMap(({ skill, changes }) =>
    changes.filter(({ isNewProgram }) => isNewProgram).map(({ path }) => `${skill}/${path}`),
  )
  await confirmPrograms(session, programs, {
    question: 'Send them?',
    isConfirmed: given.has('yes'),
  })
  const pushed: Pushed[] = []
  const proposals: string[] = []
  for (const plan of plans.filter(({ changes }) => changes.length > 0)) {
    const sent = await sendSkill(session, plan)
    pushed.push(...sent.pushed)
    proposals.push(...sent.proposals)
    lock = withPushed(lock, plan.skill, sent.digests)
    // After each skill: a push that ends early continues with the others.
    await writePlain(folder, [lockName], new TextEncoder().encode(lockText(lock)))
  }
  return reportOf(folder, { plans, pushed, proposals })
}

/** Throws SKILL_NOT_FOUND. */
function namesOf({ skills }: Lock, wanted: readonly string[]): string[] {
  const missing = wanted.find((name) => !Object.hasOwn(skills, name))
  if (missing !== undefined)
    throw new CommandError(
      `The folder has no skill ${JSON.stringify(missing)} that was pulled. Run quire skills add for a new one.`,
      'SKILL_NOT_FOUND',
      exitCodes.missing,
    )
  return Object.keys(skills).filter((name) => wanted.length === 0 || wanted.includes(name))
}

async function sendSkill(
  { client, workspaceId }: Session,
  { skill, pageId, changes }: PushPlan,
): Promise<Sent> {
  const sent: Sent = { digests: {}, pushed: [], proposals: [] }
  for (let start = 0; start < changes.length; start += maxFiles) {
    const files = changes.slice(start, start + maxFiles).map(toFile)
    const input = { workspaceId: await workspaceId(), pageId, files }
    const answer = await client.skillFiles.write(input, repeatable())
    if ('proposalId' in answer) {
      sent.proposals.push(String(answer.proposalId))
      sent.pushed.push(...files.map(({ path }) => ({ skill, path, change: 'proposed' })))
      continue
    }
    for (const { path, change, sha256 } of answer.files) {
      sent.digests[path] = `sha256-${sha256}`
      sent.pushed.push({ skill, path, change })
    }
  }
  return sent
}

function toFile({ path, bytes, expected }: LocalChange) {
  const content = Buffer.from(bytes).toString('base64')
  return { path, content, encoding: 'base64' as const, expectedSha256: expected }
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
