/**
 * The script of the frame that draws diagrams. The frame has an origin of its own and a policy without network, so
 * that a diagram reaches neither the page nor anything else. It runs as a plain script behind that of Mermaid.
 */
type Mermaid = {
  initialize: (options: object) => void
  render: (id: string, source: string) => Promise<{ svg: string }>
}

type Request = { id: number; source: string; isDark: boolean }

let last: Promise<unknown> = Promise.resolve()

addEventListener('message', ({ data, source: sender }: MessageEvent<Request>) => {
  if (sender !== parent) return
  last = last.then(async () => {
    const answer = await draw(data)
    // The frame has no origin to name, and who embeds it is the app.
    parent.postMessage({ id: data.id, ...answer }, '*')
  })
})

async function draw({ id, source, isDark }: Request): Promise<{ svg: string } | { error: string }> {
  try {
    // SAFETY: the script of Mermaid sets it.
    const mermaid = Reflect.get(globalThis, 'mermaid') as Mermaid
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark ? 'dark' : 'default',
      // As an image, text in HTML would not be shown everywhere.
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'htmlLabels'],
      maxTextSize: 20_000,
      maxEdges: 400,
      suppressErrorRendering: true,
    })
    const { svg } = await mermaid.render(`diagram-${id}`, source)
    return { svg }
  } catch (error) {
    document.body.replaceChildren()
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parent.postMessage({ id: 0 }, '*')
