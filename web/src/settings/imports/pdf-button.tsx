import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { QuireError } from '../../../../client/errors.ts'
import { IconDownload } from '../../../vendor/icons/icons.ts'
import { isCode, loadErrorTexts } from '../../lib/errors.ts'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from './messages.ts'

/** Downloads a PDF when the server has created it, or says why there is none. */
export function PdfButton({ address, isReady }: { address: string; isReady: boolean }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => savePdf(address) })
  return (
    <>
      <Button
        variant="default"
        disabled={!isReady}
        loading={isPending}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => mutate()}
      >
        {t.download}
      </Button>
      {isCode(error, 'NOT_SUPPORTED') ? (
        <Alert color="yellow" variant="light" role="alert">
          {t.noPdf}
        </Alert>
      ) : (
        error !== null && <ErrorNotice error={error} />
      )}
    </>
  )
}

async function savePdf(address: string): Promise<void> {
  const response = await fetch(location.origin + address)
  if (!response.ok) {
    await loadErrorTexts()
    throw await refusalOf(response)
  }
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(
    response.headers.get('content-disposition') ?? '',
  )?.[1]
  link.download = name === undefined ? 'pages.pdf' : decodeURIComponent(name)
  link.click()
  URL.revokeObjectURL(url)
}

async function refusalOf(response: Response): Promise<QuireError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message } = Object(body)
  const details = { code: typeof code === 'string' ? code : 'UNEXPECTED_ANSWER' }
  return new QuireError(String(message), { ...details, status: response.status })
}
