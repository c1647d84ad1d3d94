import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { watchOtherTabs } from './session/sign-in.ts'
import { colours, theme } from './theme.ts'

/** The API client retries what is safe to repeat and reports a missing network, so queries do neither. */
const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''
// Open dialogs add a style element that stops the page from scrolling; its library reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
watchOtherTabs()

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
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
