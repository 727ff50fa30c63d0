import { Upload } from 'tus-js-client'

type Place = { workspaceId: string; pageId: string }

/** Sends a large file in parts, each tried again for as long as it takes; gives its id. */
export function uploadInParts(
  { workspaceId }: Place,
  file: File,
  progress: (share: number) => void,
): Promise<string> {
  let fileId: string | undefined
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: '/app/uploads',
      chunkSize: 8 * 1024 * 1024,
      retryDelays: [0, 1000, 3000, 5000, 10_000],
      metadata: { filename: file.name, filetype: file.type, workspaceId },
      onProgress: (sent, total) => progress(total === 0 ? 1 : sent / total),
      onAfterResponse: (_request, response) => {
        fileId = response.getHeader('Quire-File-Id') ?? fileId
      },
      onSuccess: () => {
        if (fileId === undefined) reject(new TypeError('The server did not say where the file is.'))
        else resolve(fileId)
      },
      onError: reject,
    })
    upload.start()
  })
}
