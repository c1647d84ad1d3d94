import './keys.css'

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What opens the search, as the keyboard of this machine has it. */
export const SEARCH_KEYS = IS_MAC ? ['⌘', 'K'] : ['Ctrl', 'K']

/** Keys to press, one after the other or together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
