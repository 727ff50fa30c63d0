import { Anchor, NativeSelect, Text } from '@mantine/core'
import { Link } from 'react-router'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/screens/section.tsx'
import type { InboxSettings, SettingsProps } from './inbox-settings.ts'
import { t } from './messages.ts'

const none = ''

/** Which bot sends the person messages about new entries, of those to which they linked their account. */
export function ChatMessages({ settings, change }: SettingsProps) {
  const { chats, chatConnectionId } = settings
  const options = chats.map(({ connectionId, service, name, isReachable }) => ({
    value: connectionId,
    label: isReachable ? `${service}: ${name}` : t.unreachable({ service, name }),
    disabled: !isReachable,
  }))
  return (
    <Section title={t.chat} description={t.chatHint}>
      {chats.length === 0 ? (
        <Text size="sm">
          {t.linkFirst({
            link: (children) => (
              <Anchor component={Link} to="/settings/chats" inherit>
                {children}
              </Anchor>
            ),
          })}
        </Text>
      ) : (
        <NativeSelect
          maw={480}
          label={t.sentBy}
          value={chatConnectionId ?? none}
          onChange={({ currentTarget: { value } }) =>
            change({ chatConnectionId: value === none ? null : value })
          }
          data={[{ value: none, label: t.noMessages }, ...options]}
        />
      )}
      <NotArrived settings={settings} />
    </Section>
  )
}

function NotArrived({
  settings: { chatError, chatFailure, chatErrorAt },
}: {
  settings: InboxSettings
}) {
  if (chatError === null || chatErrorAt === null) return null
  const when = () => <RelativeTime at={chatErrorAt} />
  return (
    <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
      {t.notArrived({ when, reason: failureText(chatFailure, chatError) })}
    </Text>
  )
}
