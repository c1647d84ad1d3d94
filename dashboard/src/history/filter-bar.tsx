import '@mantine/dates/styles.css'
import type { Member } from '@laurel/sdk'
import { Button, Group, Select } from '@mantine/core'
import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchBox } from '../components/search-box.tsx'
import { refusalText } from '../format/sentences.ts'
import { foundMembersQuery, memberLabelOf, membersByIdQuery } from '../members/queries.ts'
import { secretsQuery } from '../partners/queries.ts'
import { useMay } from '../session/roles.ts'
import { teamQuery } from '../team/queries.ts'
import {
  DIRECTION_LABELS,
  DIRECTIONS,
  HISTORY_KINDS,
  type HistoryFilter,
  isFiltered,
  KIND_LABELS,
  LINE_REASONS,
  OUTCOME_LABELS,
  OUTCOMES,
} from './history-filter.ts'
import { foundRulesQuery } from './queries.ts'

type Show = (filter: HistoryFilter) => void

/** The filters of the history. They are part of the address, so that a list can be shared. */
export function Filters({ filter, show }: { filter: HistoryFilter; show: Show }) {
  const { outcome, reason, rule, actor, direction, reference } = filter
  const hasMore = [outcome, reason, rule, actor, direction, reference].some((value) => value !== undefined)
  const [isMore, { toggle }] = useDisclosure(hasMore)
  return (
    <>
      <Group gap="sm">
        <SearchBox
          label="Order, note or rule"
          value={filter.q}
          onSearch={(q) => show({ ...filter, q })}
          maxLength={100}
          w={{ base: '100%', xs: 220 }}
        />
        <UserFilter userId={filter.user} choose={(user) => show({ ...filter, user })} />
        <Choice
          label="Kind"
          all="Everything"
          choices={HISTORY_KINDS.filter((kind) => kind !== 'adjustment' || filter.kind === kind)}
          labelOf={(kind) => KIND_LABELS[kind]}
          value={filter.kind}
          choose={(kind) => show({ ...filter, kind })}
        />
        <DayRange
          key={`${filter.from} ${filter.to}`}
          initial={[filter.from ?? null, filter.to ?? null]}
          choose={([from, to]) => show({ ...filter, from: from ?? undefined, to: to ?? undefined })}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isMore || hasMore}
          onClick={toggle}
        >
          More filters
        </Button>
        {isFiltered(filter) && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => show({})}
          >
            Clear
          </Button>
        )}
      </Group>
      {(isMore || hasMore) && <MoreFilters filter={filter} show={show} />}
    </>
  )
}

function MoreFilters({ filter, show }: { filter: HistoryFilter; show: Show }) {
  const actors = useActors()
  return (
    <Group gap="sm">
      <Choice
        label="Outcome"
        all="All outcomes"
        choices={OUTCOMES}
        labelOf={(outcome) => OUTCOME_LABELS[outcome]}
        value={filter.outcome}
        choose={(outcome) => show({ ...filter, outcome })}
      />
      <Choice
        label="Refused because"
        all="Any reason"
        choices={LINE_REASONS}
        labelOf={refusalText}
        value={LINE_REASONS.find((reason) => reason === filter.reason)}
        choose={(reason) => show({ ...filter, reason })}
        width={240}
      />
      <RuleFilter rule={filter.rule} choose={(rule) => show({ ...filter, rule })} />
      <Select
        aria-label="By"
        placeholder="By anyone"
        w={{ base: '100%', xs: 220 }}
        data={actors}
        value={filter.actor ?? null}
        onChange={(actor) => show({ ...filter, actor: actor ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'By anyone' }}
      />
      <Choice
        label="Direction"
        all="In and out"
        choices={DIRECTIONS}
        labelOf={(direction) => DIRECTION_LABELS[direction]}
        value={filter.direction}
        choose={(direction) => show({ ...filter, direction })}
      />
      <SearchBox
        label="Order, exactly"
        value={filter.reference}
        onSearch={(reference) => show({ ...filter, reference })}
        maxLength={100}
        w={{ base: '100%', xs: 180 }}
      />
    </Group>
  )
}

function Choice<Value extends string>({
  label,
  all,
  choices,
  labelOf: textOf,
  value,
  choose,
  width = 180,
}: {
  label: string
  /** Without a choice. */
  all: string
  choices: readonly Value[]
  labelOf: (value: Value) => string
  value: Value | undefined
  choose: (value: Value | undefined) => void
  width?: number
}) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      w={{ base: '100%', xs: width }}
      data={choices.map((choice) => ({ value: choice, label: textOf(choice) }))}
      value={value ?? null}
      onChange={(next) => choose(choices.find((choice) => choice === next))}
      clearable
      clearButtonProps={{ 'aria-label': all }}
    />
  )
}

/** Who can ask now: the team and the valid secrets, as far as the reader may see them. */
function useActors() {
  const team = useQuery(teamQuery)
  const secrets = useQuery({ ...secretsQuery, enabled: useMay('listSecrets') })
  return [
    {
      group: 'Team',
      items: (team.data?.members ?? []).map(({ id, email }) => ({ value: id, label: email })),
    },
    {
      group: 'Client secrets',
      items: (secrets.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
}

function RuleFilter({
  rule,
  choose,
}: {
  rule: string | undefined
  choose: (rule: string | undefined) => void
}) {
  const [text, setText] = useState(rule ?? '')
  const [typed] = useDebouncedValue(text === rule ? '' : text.trim(), TYPING_PAUSE_MS)
  const { data: names = [], isFetching, isError } = useQuery(foundRulesQuery(typed))
  return (
    <Select
      aria-label="Rule"
      placeholder="All rules"
      w={{ base: '100%', xs: 200 }}
      data={[...new Set([...(rule ? [rule] : []), ...names])]}
      value={rule ?? null}
      onChange={(value) => choose(value ?? undefined)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={
        isFetching ? 'Searching …' : isError ? 'The rules could not be loaded; try again.' : 'No rules found'
      }
      clearable
      clearButtonProps={{ 'aria-label': 'All rules' }}
    />
  )
}

/** Applies the range once both days are chosen. */
export function DayRange({
  initial,
  choose,
}: {
  initial: DatesRangeValue<string>
  choose: (range: DatesRangeValue<string>) => void
}) {
  const [range, setRange] = useState(initial)
  const change = (next: DatesRangeValue<string>) => {
    setRange(next)
    const [first, last] = next
    if ((first === null) === (last === null)) choose(next)
  }
  return (
    <DatePickerInput
      type="range"
      placeholder="All days"
      leftSection={<IconCalendar size={16} aria-hidden />}
      w={{ base: '100%', xs: 240 }}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={range}
      onChange={change}
      clearable
      clearButtonProps={{ 'aria-label': 'All days' }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  )
}

const TYPING_PAUSE_MS = 200

export function UserFilter({
  userId,
  choose,
}: {
  userId: string | undefined
  choose: (userId: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const { data: chosen } = useQuery(membersByIdQuery(userId ? [userId] : []))
  const [member] = userId ? (chosen ?? []) : []
  const [typed] = useDebouncedValue(member && text === labelOf(member) ? '' : text.trim(), TYPING_PAUSE_MS)
  const search = useQuery(foundMembersQuery(typed))
  const members = [...(member ? [member] : []), ...(search.data?.data ?? [])]
  const options = new Map(members.map((each) => [each.userId, labelOf(each)]))
  return (
    <Select
      aria-label="Member"
      placeholder="Name, e-mail, tag or id"
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 220 }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={userId ?? null}
      onChange={(value) => choose(value ?? undefined)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has filtered already.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        search.isFetching
          ? 'Searching …'
          : search.isError
            ? 'The members could not be loaded; try again.'
            : 'No members found'
      }
      clearable
      clearButtonProps={{ 'aria-label': 'All members' }}
    />
  )
}

function labelOf(member: Member): string {
  const { name, tag } = memberLabelOf(member)
  return tag ? `${name} · @${tag}` : name
}
