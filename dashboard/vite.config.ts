import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    // An inlined file would be a data: address, which the page's policy lets through for pictures alone.
    assetsInlineLimit: 0,
    // The reading in of chunks ahead of time works without it in every browser that modules work in.
    modulePreload: { polyfill: false },
  },
})
