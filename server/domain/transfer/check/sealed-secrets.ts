import { dump, type Snapshot } from '../../../store/index.ts'
import { chatPurpose } from '../../chats/bots.ts'
import type { Context } from '../../context.ts'
import { purpose as totpPurpose } from '../../people/sign-in/second-factor.ts'
import { keyPurpose } from '../../semantic/models.ts'
import { secretPurpose } from '../../webhooks/signing-secret.ts'

type SecretColumn = {
  table: dump.Table
  column: string
  /** The purpose that the secret was encrypted for. */
  purposeOf: (row: Record<string, unknown>) => string
}

/** The columns that hold encrypted secrets. */
const secretColumns = {
  webhooks: {
    table: 'webhooks',
    column: 'secret',
    purposeOf: (row) => secretPurpose(text(row['id'])),
  },
  bots: {
    table: 'chat_connections',
    column: 'secrets',
    purposeOf: (row) => chatPurpose(text(row['id'])),
  },
  embeddings: {
    table: 'embedding_models',
    column: 'api_key',
    purposeOf: (row) => keyPurpose(text(row['workspace_id'])),
  },
  secondFactors: {
    table: 'totp_secrets',
    column: 'secret',
    purposeOf: (row) => totpPurpose(text(row['user_id'])),
  },
} as const satisfies Record<string, SecretColumn>

export type SealedKind = keyof typeof secretColumns
export type Unreadable = Record<SealedKind, number>

/** Counts the secrets of each kind that the current secret key cannot decrypt. */
export function countUnreadable({
  store,
  signIn: { secrets },
}: Pick<Context, 'store' | 'signIn'>): Promise<Unreadable> {
  const count = async (snapshot: Snapshot, { table, column, purposeOf }: SecretColumn) => {
    let unreadable = 0
    for await (const row of dump.rows(snapshot, table)) {
      const sealed = row[column]
      if (typeof sealed !== 'string') continue
      if (secrets.open(sealed, purposeOf(row)) === undefined) unreadable += 1
    }
    return unreadable
  }
  return store.snapshot(async (snapshot) => ({
    webhooks: await count(snapshot, secretColumns.webhooks),
    bots: await count(snapshot, secretColumns.bots),
    embeddings: await count(snapshot, secretColumns.embeddings),
    secondFactors: await count(snapshot, secretColumns.secondFactors),
  }))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
