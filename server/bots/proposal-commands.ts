import { type Block, code, paragraph, type RichText, styled } from '../domain/chats/text.ts'
import { AppError } from '../lib/errors.ts'
import { uuidPattern } from '../lib/ids.ts'
import * as proposals from '../operations/proposals/proposals.ts'
import type { Request } from './commands.ts'
import type { Answer } from './incoming.ts'

/** Codes that the answer explains; others are handled like those of all commands. */
const explained = {
  PROPOSAL_NOT_FOUND: 'proposalNotFound',
  PROPOSAL_CLOSED: 'proposalClosed',
} as const

/** What a person decides about: buttons and typed acceptances name the revision that was read, too. */
type Decided = { proposalId: string; revision?: number }

/**
 * Accepts a proposal, by its ID or address, and the revision that the person read. Without the revision, it answers
 * with the command that accepts the current one.
 */
export function acceptCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts } = request
  return decide(request, 'accept', async ({ proposalId, revision }) => {
    if (revision === undefined) return whatToRead(request, proposalId)
    const { missingReviews: count } = await member.call(proposals.accept, { proposalId, revision })
    // The buttons stay for the others.
    if (count > 0) return texts.proposalApproved({ count })
    const { isAcceptedInPart } = await member.call(proposals.get, { proposalId })
    const { name } = incoming.user
    incoming.onDecided?.(
      paragraph(
        isAcceptedInPart
          ? texts.proposalRestAcceptedBy({ name })
          : texts.proposalAcceptedBy({ name }),
      ),
    )
    return isAcceptedInPart ? texts.proposalAcceptedInPart : texts.proposalAccepted
  })
}

/** Declines a proposal; what a person writes after its ID or address is the reason. */
export function declineCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts } = request
  return decide(request, 'decline', async (decided, reason) => {
    const { state } = await member.call(proposals.decline, { ...decided, reason })
    const { name } = incoming.user
    const isRest = state === 'accepted'
    incoming.onDecided?.(
      paragraph(
        isRest ? texts.proposalRestDeclinedBy({ name }) : texts.proposalDeclinedBy({ name }),
      ),
    )
    return isRest ? texts.proposalAcceptedInPart : texts.proposalDeclined
  })
}

async function decide(
  request: Request,
  name: 'accept' | 'decline',
  work: (decided: Decided, reason: string) => Promise<RichText>,
): Promise<Answer> {
  const { incoming, texts, args } = request
  const [named = '', ...rest] = args.trim().split(/\s+/)
  const [found] = new RegExp(uuidPattern.replaceAll(/[$^]/g, ''), 'i').exec(named) ?? []
  const command = incoming.formatCommand(name)
  if (found === undefined) return [paragraph(texts.proposalUsage({ command, code }))]
  const proposalId = found.toLowerCase()
  const words = rest.join(' ').slice(0, 10_000)
  const isPressed = incoming.onDecided !== undefined
  const namesRevision = (isPressed || name === 'accept') && /^[1-9]\d{0,8}$/.test(words)
  const revision = namesRevision ? { revision: Number(words) } : {}
  const decided = { proposalId, ...revision }
  try {
    return [paragraph(await work(decided, isPressed ? '' : words))]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'PROPOSAL_CONFLICT') return [await conflictLine(request, decided)]
    const known = Object.entries(explained).find(([each]) => each === error.code)
    if (known === undefined) throw error
    const line = paragraph(texts[known[1]])
    if (error.code === 'PROPOSAL_CLOSED') incoming.onDecided?.(line)
    return [line]
  }
}

async function whatToRead(
  { incoming, member, texts }: Request,
  proposalId: string,
): Promise<RichText> {
  const { revision } = await member.call(proposals.get, { proposalId })
  const command = `${incoming.formatCommand('accept')} ${proposalId} ${revision}`
  return texts.proposalRevision({ command, code, link: proposalLink(member, proposalId) })
}

function proposalLink({ context }: Request['member'], proposalId: string) {
  return styled({ url: `${context.publicUrl}/proposals/${proposalId}` })
}

/** The buttons below a message about an earlier revision decide nothing any more. */
async function conflictLine(
  { incoming, member, texts }: Request,
  { proposalId, revision }: Decided,
): Promise<Block> {
  const link = proposalLink(member, proposalId)
  const current = await member.call(proposals.get, { proposalId })
  if (revision === undefined || revision === current.revision) {
    return paragraph(texts.proposalConflict({ link }))
  }
  const line = paragraph(texts.proposalUpdated({ count: current.openChanges, link }))
  incoming.onDecided?.(line)
  return line
}
