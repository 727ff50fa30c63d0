import { AppError } from '../../../lib/errors.ts'
import { members, type Reader, type workspaces } from '../../../store/index.ts'
import { requireUser } from '../../people/users.ts'

/** The author of imported pages: the person named, who needs write access, or else the first owner. */
export async function findAuthor(
  reader: Reader,
  workspace: workspaces.WorkspaceRow,
  email: string | undefined,
): Promise<members.MemberRow> {
  const author =
    email === undefined
      ? await findOwner(reader, workspace)
      : await findMember(reader, workspace, email)
  if (author.role !== 'VIEWER') return author
  throw new AppError(
    'FORBIDDEN',
    `${author.email} has read-only access to ${workspace.slug}. Choose a member with write access.`,
  )
}

async function findOwner(
  reader: Reader,
  { id, slug }: workspaces.WorkspaceRow,
): Promise<members.MemberRow> {
  const owner = (await members.list(reader, id)).find(({ role }) => role === 'OWNER')
  if (owner !== undefined) return owner
  throw new AppError(
    'MEMBER_NOT_FOUND',
    `${slug} has no owner to import as. Name a member with --as.`,
  )
}

/** Throws MEMBER_NOT_FOUND. */
export async function findMember(
  reader: Reader,
  { id, slug }: workspaces.WorkspaceRow,
  email: string,
): Promise<members.MemberRow> {
  const { id: userId } = await requireUser(reader, email)
  const member = (await members.list(reader, id)).find((one) => one.id === userId)
  if (member !== undefined) return member
  throw new AppError(
    'MEMBER_NOT_FOUND',
    `${email} is not a member of ${slug}. Add them with \`quire member add ${slug} ${email}\`.`,
  )
}
