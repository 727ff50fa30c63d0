import { Button, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { t } from './messages.ts'

/** Where the link at the end of an email leads. Opening it changes nothing: mail programs open links too. */
export function Unsubscribe() {
  const { token = '' } = useParams()
  const unsubscribe = useAction(() => client.inbox.unsubscribe({ token }), {
    showError: 'in the form',
  })
  if (unsubscribe.isSuccess) {
    return (
      <CardScreen title={t.unsubscribedTitle}>
        <Text>{t.unsubscribedHint}</Text>
      </CardScreen>
    )
  }
  return (
    <CardScreen title={t.unsubscribeTitle} description={t.unsubscribeHint}>
      <Stack>
        {unsubscribe.error !== null && <ErrorNotice error={unsubscribe.error} />}
        <Button loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
          {t.unsubscribe}
        </Button>
      </Stack>
    </CardScreen>
  )
}
