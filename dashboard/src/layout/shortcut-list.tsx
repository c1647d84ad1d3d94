import './shortcut-list.css'
import { Keys, SEARCH_KEYS } from '../components/keys.tsx'
import { AREAS } from './areas.ts'

const ANYWHERE = [
  { what: 'Search everything', keys: SEARCH_KEYS },
  { what: 'Search everything', keys: ['/'] },
  { what: 'Narrow or widen the menu', keys: ['['] },
  { what: 'Close what is open', keys: ['Esc'] },
  { what: 'Show this list', keys: ['?'] },
]

const GO_TO = AREAS.map(({ label, key }) => ({ what: label, keys: ['g', key] }))

/** All shortcuts. `useShortcuts` has what they do. */
export function ShortcutList() {
  return (
    <div className="shortcuts">
      <Shortcuts title="Go to" lines={GO_TO} />
      <Shortcuts title="Anywhere" lines={ANYWHERE} />
      <p>
        Keys that follow each other are pressed one after the other. While you type in a field, only{' '}
        <Keys keys={SEARCH_KEYS} /> works.
      </p>
    </div>
  )
}

function Shortcuts({ title, lines }: { title: string; lines: { what: string; keys: readonly string[] }[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ what, keys }) => (
          <div key={keys.join(' ')}>
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
