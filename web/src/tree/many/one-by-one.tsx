import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../lib/errors.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { t } from './messages.ts'

type Titled = { title: string }
export type Failure = Titled & { error: unknown }

/** Failures that a notice lists; the others are counted. */
const shown = 3
/** Long enough to read. */
const stayMs = 20_000

/** Does the same with pages one after the other; one that is refused does not stop the others. */
export async function oneByOne<Page extends Titled>(
  pages: readonly Page[],
  act: (page: Page) => Promise<void>,
): Promise<{ done: Page[]; failures: Failure[] }> {
  const done: Page[] = []
  const failures: Failure[] = []
  for (const page of pages) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the order of the pages stays
      await act(page)
      done.push(page)
    } catch (error) {
      failures.push({ title: page.title, error })
    }
  }
  return { done, failures }
}

/** Says of each page why it is where it was. */
export function showFailures(
  title: (values: { count: number }) => string,
  failures: readonly Failure[],
): void {
  const count = failures.length
  if (count === 0) return
  notifications.show({
    color: 'red',
    title: title({ count }),
    autoClose: stayMs,
    message: failures.slice(0, shown).map((failure, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the list never changes
      <Text key={index} size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {t.failure({ title: displayTitle(failure.title), reason: messageOf(failure.error) })}
      </Text>
    )),
  })
}
