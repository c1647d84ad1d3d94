// Reads the live parts of the page again whenever the shop says that something changed.
const parts = document.querySelectorAll('[data-live]')
let isReading = false
let isStale = false

async function refresh() {
  isStale = true
  if (isReading) return
  isReading = true
  while (isStale) {
    isStale = false
    for (const part of parts) {
      const response = await fetch(part.dataset.live).catch(() => undefined)
      if (response?.ok) part.innerHTML = await response.text()
    }
  }
  isReading = false
}

if (parts.length > 0) new EventSource('/live').addEventListener('message', refresh)
