const URL_KEPT_MS = 60_000

/** Lets the browser save a file as if it was downloaded. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads a large file after the click.
  setTimeout(() => URL.revokeObjectURL(url), URL_KEPT_MS)
}
