import '@fontsource-variable/figtree'
import '@fontsource-variable/fraunces'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './tokens.css'
import './style.css'
import './shell.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.tsx'
import { watchOtherTabs } from './session/sign-in.ts'
import { colours, theme } from './theme.ts'

const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''
// Open dialogs add a style element that stops the page from scrolling; its library reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
watchOtherTabs()

function render(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has a root')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colours}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

// The frame in index.html stays until the first page can be shown. Not awaited: its script imports this one's.
router.load().then(render, render)
