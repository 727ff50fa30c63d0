import { Anchor, NativeSelect, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Section } from '../../ui/screens/section.tsx'
import type { SettingsProps } from './inbox-settings.ts'
import { t } from './messages.ts'

const none = ''

/** Which bot sends the person messages about new entries, of those to which they linked their account. */
export function ChatMessages({ settings: { chats, chatConnectionId }, change }: SettingsProps) {
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
    </Section>
  )
}
