import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { OpenedModal } from '../ui/forms/opened-modal.tsx'
import { PageText } from '../ui/page-text.tsx'
import { t } from './messages.ts'
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
  const parts = conflictsIn(conflict.hunks).map((part, index) => ({
    ...part,
    id: `part ${index}`,
  }))
  const [choices, setChoices] = useState<Choice[]>(() => parts.map(() => 'both'))
  const [title, setTitle] = useState<'mine' | 'theirs'>('mine')
  const hasTitles = conflict.title.mine !== conflict.title.theirs
  return (
    <OpenedModal
      onClose={close}
      size="xl"
      title={t.conflictTitle}
      closeButtonProps={{ 'aria-label': t.decideLater }}
    >
      <Stack gap="lg">
        <Text size="sm">{t.conflictIntro({ count: parts.length + (hasTitles ? 1 : 0) })}</Text>
        {hasTitles && (
          <Radio.Group
            label={t.title}
            value={title}
            onChange={(value) => setTitle(value === 'theirs' ? 'theirs' : 'mine')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="mine"
                label={t.yourTitle({ title: conflict.title.mine || t.untitled })}
              />
              <Radio
                value="theirs"
                label={t.theirTitle({ title: conflict.title.theirs || t.untitled })}
              />
            </Stack>
          </Radio.Group>
        )}
        {parts.map((part, index) => (
          <ConflictPart
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
            {t.decideLater}
          </Button>
          <Button onClick={() => resolve(choices, title)}>{t.applyChoice}</Button>
        </Group>
      </Stack>
    </OpenedModal>
  )
}

type PartProps = {
  number: number | undefined
  mine: Blocks
  theirs: Blocks
  choice: Choice
  choose: (choice: Choice) => void
}

function ConflictPart({ number, mine, theirs, choice, choose }: PartProps) {
  return (
    <section className="conflict-part">
      <div className="conflict-sides">
        <Side name={t.yours} blocks={mine} isChosen={choice !== 'theirs'} />
        <Side name={t.theirs} blocks={theirs} isChosen={choice !== 'mine'} />
      </div>
      <Radio.Group
        label={number === undefined ? t.choice : t.choiceOfPart({ number })}
        value={choice}
        onChange={(value) => choose(value === 'mine' || value === 'theirs' ? value : 'both')}
      >
        <Group gap="lg" mt="xs">
          <Radio value="mine" label={t.keepYours} />
          <Radio value="theirs" label={t.keepTheirs} />
          <Radio value="both" label={t.keepBoth} />
        </Group>
      </Radio.Group>
    </section>
  )
}

function Side({ name, blocks, isChosen }: { name: string; blocks: Blocks; isChosen: boolean }) {
  return (
    <div className="conflict-side" data-kept={isChosen}>
      <Text size="xs" fw={600} c="dimmed" mb={6}>
        {name}
      </Text>
      {blocks.length === 0 ? (
        <Text size="sm" c="dimmed" fs="italic">
          {t.deleted}
        </Text>
      ) : (
        <PageText content={{ type: 'doc', content: blocks }} />
      )}
    </div>
  )
}
