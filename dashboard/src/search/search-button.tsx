import './search.css'
import { IconSearch } from '@tabler/icons-react'
import { IS_MAC, Keys, SEARCH_KEYS } from '../components/keys.tsx'

/** Looks like a box to type into, and opens one. index.html has it too. */
export function SearchButton({ open }: { open: () => void }) {
  return (
    <button
      type="button"
      className="search-open"
      aria-haspopup="dialog"
      aria-keyshortcuts={`${IS_MAC ? 'Meta' : 'Control'}+K /`}
      onClick={open}
    >
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <span className="search-words cut">Search members, orders, rules, ids</span>
      <span className="search-keys" aria-hidden>
        <Keys keys={SEARCH_KEYS} />
      </span>
    </button>
  )
}
