import './search.css'
import type { Found } from '@laurel/sdk'
import { CloseButton, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { scriptQuery } from '../components/script.ts'
import { counted } from '../format/coins.ts'
import { countOf, foundQuery, TEXT_LENGTH_MAX } from './queries.ts'

const PAUSE_MS = 200

/** How far each key moves the choice. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** What shows the results; the box itself is there at once, so that no key is lost. */
const resultsScript = scriptQuery('search results', () => import('./search-results.tsx'))

/** Searches everything. Keeps its text while it is closed. */
export function SearchDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [text, setText] = useState('')
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Modal.Root opened={isOpen} onClose={close} size={640} yOffset="10vh" fullScreen={isPhone ?? false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <SearchPanel text={text} setText={setText} close={close} />
      </Modal.Content>
    </Modal.Root>
  )
}

function SearchPanel({
  text,
  setText,
  close,
}: {
  text: string
  setText: (text: string) => void
  close: () => void
}) {
  const typed = text.replace(/\s+/g, ' ').trim()
  const [asked, setAsked] = useState(typed)
  const [pointed, setPointed] = useState(0)
  const isEntered = useRef(false)
  const listId = useId()
  const script = useQuery(resultsScript)
  const query = useQuery(foundQuery(asked))
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const found = typed === '' ? undefined : query.data
  const isListed = found !== undefined && script.data !== undefined
  // The search of the history is the last option.
  const last = found ? countOf(found) : 0
  const index = Math.min(pointed, last)
  const isCurrent = isListed && asked === typed && !query.isPlaceholderData
  const optionId = `${listId}-${index}`

  // Enter was pressed before the results came.
  useEffect(() => {
    if (!isCurrent || !isEntered.current) return
    isEntered.current = false
    if (last > 0) clickOn(`${listId}-0`)
  }, [isCurrent, last, listId])

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (event.nativeEvent.isComposing) return
    if (step !== undefined && isListed) {
      const next = (index + step + last + 1) % (last + 1)
      setPointed(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && isCurrent) clickOn(optionId)
    else if (event.key === 'Enter') {
      isEntered.current = true
      setAsked(typed)
    } else return
    event.preventDefault()
  }

  return (
    <div className="search">
      <div className="search-head">
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          className="search-input"
          role="combobox"
          aria-label="Search members, orders, rules, ids"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed ? optionId : undefined}
          placeholder="Search members, orders, rules, ids"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setPointed(0)
            isEntered.current = false
          }}
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => currentTarget.select()}
          maxLength={TEXT_LENGTH_MAX}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          data-autofocus
        />
        <CloseButton aria-label="Close" onClick={close} />
      </div>
      <div className="unseen" role="status">
        {found && isCurrent && resultText(found)}
      </div>
      <div className="search-body" data-old={(isListed && !isCurrent) || undefined}>
        <Loaded query={script} loading={<Waiting />}>
          {({ SearchExamples, SearchResults }) =>
            typed === '' ? (
              <SearchExamples />
            ) : (
              <Loaded query={query} loading={<Waiting />}>
                {(data) => (
                  <SearchResults
                    found={data}
                    text={asked}
                    listId={listId}
                    index={index}
                    point={setPointed}
                    close={close}
                  />
                )}
              </Loaded>
            )
          }
        </Loaded>
      </div>
    </div>
  )
}

/** Options are links, so that a browser can open them elsewhere. */
const clickOn = (id: string) => document.getElementById(id)?.click()

const Waiting = () => <LoadingRows rows={4} height={44} />

const resultText = (found: Found) => {
  const count = countOf(found)
  return count === 0 ? 'Nothing was found' : `${counted(count, 'result')} found`
}
