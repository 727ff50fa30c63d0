import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { PageText } from '../ui/page-text.tsx'
import { conflictsIn } from './saving/merge.ts'
import type { Choice } from './saving/merge.ts'
import type { Conflict } from './saving/save-status.ts'

type Blocks = PageDocument['content']
type Props = {
  conflict: Conflict
  /** Later: both stay as they are, and nothing is sent until then. */
  close: () => void
  resolve: (choices: readonly Choice[], title: 'mine' | 'theirs') => void
}

/** Both changes of each part that two changed at once, for the person to choose. */
export function ConflictDialog({ conflict, close, resolve }: Props) {
  const parts = conflictsIn(conflict.pieces).map((part, index) => ({
    ...part,
    id: `part ${index}`,
  }))
  const [choices, setChoices] = useState<Choice[]>(() => parts.map(() => 'both'))
  const [title, setTitle] = useState<'mine' | 'theirs'>('mine')
  const hasTitles = conflict.title.mine !== conflict.title.theirs
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title="Changed by somebody else at the same time"
      closeButtonProps={{ 'aria-label': 'Decide later' }}
    >
      <Stack gap="lg">
        <Text size="sm">
          While you were writing, the same {parts.length === 1 ? 'part' : 'parts'} of this page
          changed elsewhere. Nothing is lost: choose what to keep. Everything else is merged.
        </Text>
        {hasTitles && (
          <Radio.Group
            label="Title"
            value={title}
            onChange={(value) => setTitle(value === 'theirs' ? 'theirs' : 'mine')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label={`Yours: ${conflict.title.mine || 'Untitled'}`} />
              <Radio value="theirs" label={`Theirs: ${conflict.title.theirs || 'Untitled'}`} />
            </Stack>
          </Radio.Group>
        )}
        {parts.map((part, index) => (
          <Part
            key={part.id}
            number={parts.length > 1 ? index + 1 : undefined}
            mine={part.mine}
            theirs={part.theirs}
            choice={choices[index] ?? 'both'}
            choose={(choice) => setChoices(choices.with(index, choice))}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Decide later
          </Button>
          <Button onClick={() => resolve(choices, title)}>Keep this</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type PartProps = {
  number: number | undefined
  mine: Blocks
  theirs: Blocks
  choice: Choice
  choose: (choice: Choice) => void
}

function Part({ number, mine, theirs, choice, choose }: PartProps) {
  return (
    <section className="conflict-part">
      <div className="conflict-sides">
        <Side name="Yours" blocks={mine} isKept={choice !== 'theirs'} />
        <Side name="Theirs" blocks={theirs} isKept={choice !== 'mine'} />
      </div>
      <Radio.Group
        label={number === undefined ? 'What to keep' : `What to keep of part ${number}`}
        value={choice}
        onChange={(value) => choose(value === 'mine' || value === 'theirs' ? value : 'both')}
      >
        <Group gap="lg" mt="xs">
          <Radio value="mine" label="Keep yours" />
          <Radio value="theirs" label="Take theirs" />
          <Radio value="both" label="Keep both" />
        </Group>
      </Radio.Group>
    </section>
  )
}

function Side({ name, blocks, isKept }: { name: string; blocks: Blocks; isKept: boolean }) {
  return (
    <div className="conflict-side" data-kept={isKept}>
      <Text size="xs" fw={600} c="dimmed" mb={6}>
        {name}
      </Text>
      {blocks.length === 0 ? (
        <Text size="sm" c="dimmed" fs="italic">
          Removed
        </Text>
      ) : (
        <PageText content={{ type: 'doc', content: blocks }} />
      )}
    </div>
  )
}
