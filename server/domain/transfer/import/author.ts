import { AppError } from '../../../lib/errors.ts'
import { members, type Reader, type workspaces } from '../../../store/index.ts'
import { requireUser } from '../../people/users.ts'

/** The author of imported pages: the person named, who needs write access, or else the first owner. */
export async function findAuthor(
  reader: Reader,
  { id, slug }: workspaces.WorkspaceRow,
  email: string | undefined,
): Promise<members.MemberRow> {
  const all = await members.list(reader, id)
  const userId = email === undefined ? undefined : (await requireUser(reader, email)).id
  const author = all.find((member) =>
    userId === undefined ? member.role === 'OWNER' : member.id === userId,
  )
  if (author === undefined) {
    throw new AppError(
      'MEMBER_NOT_FOUND',
      email === undefined
        ? `${slug} has no owner to import as. Name a member with --as.`
        : `${email} is not a member of ${slug}. Add them with \`quire member add ${slug} ${email}\`.`,
    )
  }
  if (author.role !== 'VIEWER') return author
  throw new AppError(
    'FORBIDDEN',
    `${author.email} has read-only access to ${slug}. Choose a member with write access.`,
  )
}
