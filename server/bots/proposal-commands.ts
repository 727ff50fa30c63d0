import { code, paragraph } from '../domain/chats/text.ts'
import { AppError } from '../lib/errors.ts'
import { uuidPattern } from '../lib/ids.ts'
import * as proposals from '../operations/proposals/proposals.ts'
import type { Request } from './commands.ts'
import type { Answer } from './incoming.ts'

/** Codes that the answer explains; others are handled like those of all commands. */
const explained = {
  PROPOSAL_NOT_FOUND: 'proposalNotFound',
  PROPOSAL_CLOSED: 'proposalClosed',
  PROPOSAL_CONFLICT: 'proposalConflict',
} as const

/** Accepts a proposal, by its ID or address. A button names the revision that it was shown for, too. */
export function acceptCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts } = request
  const isPressed = incoming.onDecided !== undefined
  return decide(request, 'accept', async (proposalId, rest) => {
    const revision = isPressed && rest !== '' ? { revision: Number(rest) } : {}
    await member.call(proposals.accept, { proposalId, ...revision })
    incoming.onDecided?.(paragraph(texts.proposalAcceptedBy({ name: incoming.user.name })))
    return texts.proposalAccepted
  })
}

/** Declines a proposal; what follows its ID or address is the reason. */
export function declineCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts } = request
  return decide(request, 'decline', async (proposalId, reason) => {
    await member.call(proposals.decline, { proposalId, reason })
    incoming.onDecided?.(paragraph(texts.proposalDeclinedBy({ name: incoming.user.name })))
    return texts.proposalDeclined
  })
}

async function decide(
  { incoming, texts, args }: Request,
  name: 'accept' | 'decline',
  work: (proposalId: string, reason: string) => Promise<string>,
): Promise<Answer> {
  const [named = '', ...rest] = args.trim().split(/\s+/)
  const [proposalId] = new RegExp(uuidPattern.replaceAll(/[$^]/g, ''), 'i').exec(named) ?? []
  const command = incoming.formatCommand(name)
  if (proposalId === undefined) return [paragraph(texts.proposalUsage({ command, code }))]
  try {
    return [paragraph(await work(proposalId.toLowerCase(), rest.join(' ').slice(0, 10_000)))]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const known = Object.entries(explained).find(([each]) => each === error.code)
    if (known === undefined) throw error
    const line = paragraph(texts[known[1]])
    if (error.code === 'PROPOSAL_CLOSED') incoming.onDecided?.(line)
    return [line]
  }
}
