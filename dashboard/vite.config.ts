import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    // The content security policy allows data: addresses for images only, so no file may be inlined.
    assetsInlineLimit: 0,
    // Every browser that supports modules supports preloading them.
    modulePreload: { polyfill: false },
  },
})
