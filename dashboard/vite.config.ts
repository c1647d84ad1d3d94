import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const CHARTS =
  /[\\/]node_modules[\\/](recharts|d3-[a-z-]+|victory-vendor|internmap|decimal\.js-light|es-toolkit|eventemitter3|immer|reselect|react-redux|redux|redux-thunk|@reduxjs[\\/]toolkit|use-sync-external-store)[\\/]/

const DATES = /[\\/]@mantine[\\/]dates[\\/]/

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    // The content security policy allows data: addresses for images only, so no file may be inlined.
    assetsInlineLimit: 0,
    // These know light-dark(), which what replaces it for others cannot follow Mantine's choice of a scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Every browser that supports modules supports preloading them.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: what the sign-in page needs, what pages share, the charts, and each page.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 30 },
            { name: 'app', tags: ['$initial'], priority: 25 },
            { name: 'charts', test: CHARTS, priority: 20 },
            { name: 'kit', test: (id) => !DATES.test(id), minShareCount: 2, priority: 10 },
            { name: 'dates', test: DATES, priority: 5 },
          ],
        },
      },
    },
  },
})
