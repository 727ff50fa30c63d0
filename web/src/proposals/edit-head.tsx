import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import { t } from './messages.ts'
import type { Proposal } from './queries.ts'
import { type EditedHead, headField, isRevisable } from './revision.ts'

type Props = {
  proposal: Proposal
  head: EditedHead | undefined
  setHead: (head: EditedHead | undefined) => void
}

/** Why the changes were proposed. The proposer can edit that, and the title. */
export function ProposalHead({ proposal, head, setHead }: Props) {
  const { title, reason } = proposal
  const isChanged = head !== undefined && (head.title !== title || head.reason !== reason)
  useTextDraft({
    field: isRevisable(proposal) ? headField(proposal) : undefined,
    title,
    address: `/proposals/${proposal.id}`,
    edit: isChanged ? JSON.stringify(head) : undefined,
    read: () => ({ texts: head ?? {} }),
    restore: ({ texts }) => setHead({ title, reason, ...texts }),
  })
  if (head !== undefined) return <EditHead {...{ head, setHead }} />
  return (
    <>
      {reason !== '' && (
        <Text className="proposal-text" mb="md" dir="auto">
          {reason}
        </Text>
      )}
      {isRevisable(proposal) && (
        <Button size="xs" variant="subtle" mb="md" onClick={() => setHead({ title, reason })}>
          {t.editHead}
        </Button>
      )}
    </>
  )
}

function EditHead({ head, setHead }: { head: EditedHead; setHead: Props['setHead'] }) {
  return (
    <Stack gap="xs" mb="md" align="flex-start">
      <TextInput
        w="100%"
        label={t.fieldTitle}
        maxLength={200}
        value={head.title}
        onChange={({ currentTarget }) => setHead({ ...head, title: currentTarget.value })}
      />
      <Textarea
        w="100%"
        label={t.reason}
        autosize
        maxLength={10_000}
        value={head.reason}
        onChange={({ currentTarget }) => setHead({ ...head, reason: currentTarget.value })}
      />
      <Button size="xs" variant="subtle" onClick={() => setHead(undefined)}>
        {t.stopEditing}
      </Button>
    </Stack>
  )
}
