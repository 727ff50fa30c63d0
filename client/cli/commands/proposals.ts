import type { Given, Report, Session } from '../command.ts'
import { misuse } from '../exit-codes.ts'
import { readNumber, repeatable } from '../session.ts'
import { printable, printableLines, row } from '../text.ts'

type State = NonNullable<Parameters<Session['client']['proposals']['list']>[0]['state']>
type Summary = Awaited<ReturnType<Session['client']['proposals']['list']>>['proposals'][number]
type Shown = Awaited<ReturnType<Session['client']['proposals']['get']>>

/** The most that one request returns. */
const pageLength = 200

export async function listProposals(
  { client, workspaceId }: Session,
  given: Given,
): Promise<Report> {
  const wanted = {
    workspaceId: await workspaceId(),
    // SAFETY: the table of commands lists the choices.
    state: (given.text('state') ?? 'open') as State,
    onlyMine: given.has('mine'),
    limit: pageLength,
  }
  const proposals: Summary[] = []
  for (let isMore = true; isMore;) {
    const offset = proposals.length
    const part = await client.proposals.list({ ...wanted, offset }, repeatable())
    proposals.push(...part.proposals)
    isMore = part.proposals.length === pageLength
  }
  const text = proposals
    .map(({ proposer, ...proposal }) =>
      row(
        proposal.id,
        stateOf(proposal),
        `${proposer.firstName} ${proposer.lastName}`,
        proposal.title,
      ),
    )
    .join('\n')
  return { text, json: { proposals } }
}

/** Throws PROPOSAL_NOT_FOUND. */
export async function showProposal(
  { client, workspaceId }: Session,
  { words: [id = ''] }: Given,
): Promise<Report> {
  const proposal = await client.proposals.get(
    { workspaceId: await workspaceId(), proposalId: id },
    repeatable(),
  )
  return { text: textOf(proposal), json: proposal }
}

function stateOf({ state, isAcceptedInPart }: Pick<Summary, 'state' | 'isAcceptedInPart'>): string {
  return isAcceptedInPart ? `${state} in part` : state
}

function textOf({ title, revision, proposer, reason, list, comments, ...decided }: Shown): string {
  return [
    printable(title),
    `${stateOf(decided)}, revision ${revision}, by ${printable(`${proposer.firstName} ${proposer.lastName}`)}`,
    ...(reason === '' ? [] : ['', printableLines(reason.trimEnd())]),
    ...list.flatMap((change) => ['', ...changeLines(change)]),
    ...comments.map(
      ({ author, kind, markdown }) =>
        `\n${printable(author.firstName)} (${kind}): ${printableLines(markdown.trimEnd())}`,
    ),
  ].join('\n')
}

const marks = { same: ' ', added: '+', removed: '-' } as const

function changeLines({
  number,
  kind,
  title,
  state,
  conflict,
  accepted,
  fields,
  body,
  from,
  to,
}: Shown['list'][number]): string[] {
  const clash = conflict === null ? '' : `, conflict: ${conflict}`
  const partly = accepted === null ? '' : ' in part'
  return [
    `${number}. ${kind}: ${printable(title)} (${state}${partly}${clash})`,
    ...(kind === 'move'
      ? [`  ${printable(from?.title ?? '/')} -> ${printable(to?.title ?? '/')}`]
      : []),
    ...fields.map(
      ({ name, before, after }) =>
        `  ${name}: ${printable(before ?? '')} -> ${printable(after ?? '')}${accepted?.fields.includes(name) === false ? ' (not accepted)' : ''}`,
    ),
    ...body.flatMap(({ hunk, lines }) => [
      ...(hunk !== null && accepted?.hunks.includes(hunk) === false ? ['  (not accepted)'] : []),
      ...lines.map(({ kind: line, text }) => `  ${marks[line]} ${printable(text)}`),
    ]),
  ]
}

/** Requires the revision: the newest one may not be what you reviewed. Throws PROPOSAL_CONFLICT. */
export async function acceptProposal(
  { client, workspaceId }: Session,
  given: Given,
): Promise<Report> {
  const [proposalId = ''] = given.words
  const revision = readNumber(given, 'revision')
  if (revision === undefined)
    throw misuse(
      'Name the revision that you reviewed with --revision. quire proposals show prints it.',
    )
  const numbers = readNumbers(given)
  const answer = await client.proposals.accept(
    {
      workspaceId: await workspaceId(),
      proposalId,
      revision,
      ...(numbers.length === 0 ? {} : { changes: numbers.map((number) => ({ number })) }),
    },
    repeatable(),
  )
  return { text: row(proposalId, answer.state), json: answer }
}

/** Throws PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED. */
export async function declineProposal(
  { client, workspaceId }: Session,
  given: Given,
): Promise<Report> {
  const [proposalId = ''] = given.words
  const reason = given.text('reason')
  const changes = readNumbers(given)
  const answer = await client.proposals.decline(
    {
      workspaceId: await workspaceId(),
      proposalId,
      ...(changes.length === 0 ? {} : { changes }),
      ...(reason === undefined ? {} : { reason }),
    },
    repeatable(),
  )
  return { text: row(proposalId, answer.state), json: answer }
}

function readNumbers(given: Given): number[] {
  return given.texts('change').map((text) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw misuse('--change must be the number of a change.')
    return Number(text)
  })
}
