/** Both sides of the height: what the frame sends, and who sends it, are all that the site learns. */
const KEY = 'laurelHeight'

/** Inside a frame that asks for it: sends its height whenever it changes, and when the site asks. */
export const FRAME_SCRIPT = `'use strict'
{
  const send = () =>
    parent.postMessage({ ${KEY}: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*')
  new ResizeObserver(send).observe(document.documentElement)
  addEventListener('message', ({ source, data }) => {
    if (source === parent && data === '${KEY}') send()
  })
}
`

/** On the site around: gives each frame of this service the height that it sends. */
export const SITE_SCRIPT = `'use strict'
{
  const { origin } = new URL(document.currentScript.src)
  const frames = () => [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(origin + '/embed/'))
  addEventListener('message', (event) => {
    const height = Number(event.data?.${KEY})
    if (event.origin !== origin || !(height > 0)) return
    const frame = frames().find(({ contentWindow }) => contentWindow === event.source)
    if (frame) frame.style.height = Math.min(height, 10000) + 'px'
  })
  for (const { contentWindow } of frames()) contentWindow.postMessage('${KEY}', '*')
}
`
