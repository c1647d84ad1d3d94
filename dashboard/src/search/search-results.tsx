import './search.css'
import type { Decision, Found, LoggedRequest, Member } from '@laurel/sdk'
import {
  IconBook2,
  IconListCheck,
  IconNote,
  IconReceipt,
  IconReportSearch,
  IconSearch,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { Keys } from '../components/keys.tsx'
import { Time } from '../components/time.tsx'
import { lineText } from '../format/sentences.ts'
import { memberName } from '../members/member-name.ts'
import { memberLabelOf, membersByIdQuery } from '../members/queries.ts'
import { countOf } from './queries.ts'

type LinkProps = {
  id: string
  role: 'option'
  'aria-selected': boolean
  tabIndex: -1
  className: string
  onClick: () => void
  onMouseMove: () => void
  children: ReactNode
}

type Result = {
  key: string
  icon: ReactNode
  title: ReactNode
  /** What else is known about it; parts that are missing are left out. */
  beside: (ReactNode | null)[]
  link: (props: LinkProps) => ReactNode
}

type Group = { name: string; results: Result[] }

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
const icon = (Shape: Icon) => <Shape size={18} stroke={1.7} aria-hidden />

/** The results of all kinds, one list for the keyboard. */
export function SearchResults({
  found,
  text,
  listId,
  index,
  point,
  close,
}: {
  found: Found
  text: string
  listId: string
  /** The option that Enter opens. */
  index: number
  point: (index: number) => void
  close: () => void
}) {
  const nameOf = useLineNames([...found.decisions, ...found.notes])
  const groups = groupsOf(found, text, nameOf)
  let count = 0
  return (
    <>
      {countOf(found) === 0 && <NothingFound text={text} />}
      <div role="listbox" id={listId} aria-label="Results">
        {groups.map(({ name, results }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs; these are options of a list.
          <div key={name} role="group" aria-label={name}>
            <div className="search-group" aria-hidden>
              {name}
            </div>
            {results.map((result) => {
              const place = count++
              return (
                <Fragment key={result.key}>
                  {result.link({
                    id: `${listId}-${place}`,
                    role: 'option',
                    'aria-selected': place === index,
                    tabIndex: -1,
                    className: 'search-result',
                    onClick: close,
                    onMouseMove: () => point(place),
                    children: <ResultText result={result} />,
                  })}
                </Fragment>
              )
            })}
          </div>
        ))}
      </div>
    </>
  )
}

function ResultText({ result: { icon: shape, title, beside } }: { result: Result }) {
  const parts = beside.filter(Boolean)
  return (
    <>
      <span className="search-icon">{shape}</span>
      <span className="search-text">
        <span className="search-title cut">{title}</span>
        {parts.length > 0 && (
          <span className="search-beside cut">
            {parts.map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a result keep their order.
              <Fragment key={place}>
                {place > 0 && ' · '}
                {part}
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </>
  )
}

/** The names of the members of some lines; they come after the lines. */
function useLineNames(lines: Decision[]): (userId: string | null) => string | null {
  const ids = [...new Set(lines.flatMap(({ userId }) => userId ?? []))]
  const { data = [] } = useQuery(membersByIdQuery(ids))
  return (userId) => {
    const member = data.find((each) => each.userId === userId)
    return member ? memberName(member) : null
  }
}

function groupsOf(
  { members, rules, orders, decisions, notes, requests }: Found,
  text: string,
  nameOf: (userId: string | null) => string | null,
): Group[] {
  const groups: Group[] = [
    { name: 'Members', results: members.map(memberResult) },
    { name: 'Orders', results: orders.map(({ reference }) => orderResult(reference)) },
    { name: 'Rules', results: rules.map(ruleResult) },
    {
      name: 'Lines of the history',
      results: decisions.map((line) => lineResult(line, 'line', nameOf(line.userId))),
    },
    { name: 'Notes', results: notes.map((line) => lineResult(line, 'note', nameOf(line.userId))) },
    { name: 'Requests', results: requests.map((request) => requestResult(request, text)) },
    { name: 'Further', results: [historyResult(text)] },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

const own = (text: string | null) => text && <bdi>{text}</bdi>

function memberResult(member: Member): Result {
  const { userId, externalId, email, leftAt } = member
  const { name, tag } = memberLabelOf(member)
  return {
    key: userId,
    icon: <Avatar seed={tag ?? name} />,
    title: <bdi>{name}</bdi>,
    beside: [
      own(email),
      externalId !== name ? own(externalId) : null,
      tag && tag !== name ? own(`@${tag}`) : null,
      leftAt && 'former member',
    ],
    link: (props) => <Link to="/members/$userId" params={{ userId }} {...props} />,
  }
}

const orderResult = (reference: string): Result => ({
  key: reference,
  icon: icon(IconReceipt),
  title: <bdi>{reference}</bdi>,
  beside: ['everything about this order'],
  link: (props) => <Link to="/history/orders/$reference" params={{ reference }} {...props} />,
})

const ruleResult = ({ id, name, ruleName, status }: Found['rules'][number]): Result => ({
  key: `${id} ${name}`,
  icon: icon(IconListCheck),
  title: <bdi>{name}</bdi>,
  beside: [name !== ruleName && `part of “${ruleName}”`, status === 'inactive' && 'paused'],
  link: (props) => <Link to="/rules/$ruleId" params={{ ruleId: id }} {...props} />,
})

/** A line by its id leads with what happened, a note with its text. */
function lineResult(line: Decision, lead: 'line' | 'note', member: string | null): Result {
  const note = 'note' in line ? line.note : null
  const rule = 'ruleName' in line ? line.ruleName : null
  const { id, kind, userId } = line
  return {
    key: `${kind} ${id}`,
    icon: icon(lead === 'note' ? IconNote : IconBook2),
    title: lead === 'note' && note ? <bdi>{note}</bdi> : lineText(line),
    beside: [
      lead === 'note' ? lineText(line) : own(note),
      own(rule),
      own(member),
      <Time key="time" at={line.createdAt} format="full" />,
    ],
    link: (props) =>
      kind === 'membership' && userId ? (
        <Link to="/members/$userId" params={{ userId }} {...props} />
      ) : (
        <Link to="/history" search={{ line: id }} {...props} />
      ),
  }
}

/** In a burst, one line stands for many requests, so the link has the id that was searched for. */
const requestResult = ({ id, method, path, status, createdAt }: LoggedRequest, text: string): Result => ({
  key: id,
  icon: icon(IconReportSearch),
  title: (
    <code>
      {method} {path}
    </code>
  ),
  beside: [
    status < 400 ? 'succeeded' : `failed with ${status}`,
    <Time key="time" at={createdAt} format="full" />,
  ],
  link: (props) => <Link to="/developers/requests" search={{ requestId: text }} {...props} />,
})

/** The search reads the latest notes alone; the history goes on to older ones. */
const historyResult = (text: string): Result => ({
  key: 'history',
  icon: icon(IconSearch),
  title: (
    <>
      Search the whole history for “<bdi>{text}</bdi>”
    </>
  ),
  beside: ['orders, notes and rules, older ones too'],
  link: (props) => <Link to="/history" search={{ q: text }} {...props} />,
})

function NothingFound({ text }: { text: string }) {
  return (
    <div className="search-none">
      <strong>
        Nothing was found for “<bdi>{text}</bdi>”.
      </strong>
      <br />
      Names, rules and notes are found by any part, e-mail addresses and orders by their beginning, ids in
      full.
    </div>
  )
}

const EXAMPLES = [
  ['Members', 'any part of the name, an e-mail address, a tag, your own id', 'lovelace'],
  ['Orders', 'the beginning of the number', 'ORD-900'],
  ['Rules', 'any part of the name', 'welcome'],
  ['Notes', 'any part of what somebody wrote', 'wrong size'],
  ['Ids', 'of a request, an award or a transaction, in full', '0198c5a2-…'],
] as const

/** What can be searched for, before anything is typed. */
export function SearchExamples() {
  return (
    <div className="search-examples">
      <dl>
        {EXAMPLES.map(([name, what, example]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
            <dd className="search-example">{example}</dd>
          </div>
        ))}
      </dl>
      <p className="search-help">
        <Keys keys={['↑', '↓']} /> choose <Keys keys={['Enter']} /> open <Keys keys={['Esc']} /> close
      </p>
    </div>
  )
}
