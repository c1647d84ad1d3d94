import type { Rule } from '@laurel/sdk'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rulesQuery } from './queries.ts'

/** A rule, or a sub-rule of a combined rule, by its name. */
export type Awardable = { name: string; rule: Rule }

const CHOICES_MAX = 20

/** Searches active rules by name. Combined rules are listed by their active sub-rules. */
export function PickRule({
  choice,
  onChoose,
}: {
  choice: Awardable | null
  onChoose: (choice: Awardable | null) => void
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  // The box holds the name of the choice; searching for it would hide all other rules.
  const query = search === '' || search === choice?.name ? undefined : search
  const { data, isFetching, isError } = useQuery({
    ...rulesQuery({ search: query, status: 'active', limit: CHOICES_MAX }),
    placeholderData: keepPreviousData,
  })
  const choices = (data?.data ?? []).flatMap(awardables)
  return (
    <Select
      label="Rule"
      description="Active rules, by name"
      placeholder="Search for a rule"
      searchable
      allowDeselect={false}
      data={grouped(choices)}
      // The service has filtered already, also by the names of combined rules, which are not options.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={choice?.name ?? null}
      onChange={(name) => onChoose(choices.find((each) => each.name === name) ?? null)}
      nothingFoundMessage={
        isFetching
          ? 'Searching …'
          : isError
            ? 'The rules could not be loaded; try again.'
            : 'No active rules found.'
      }
      data-autofocus
    />
  )
}

export function awardables(rule: Rule): Awardable[] {
  if (rule.type !== 'combined') return [{ name: rule.name, rule }]
  return rule.rules.filter(({ status }) => status === 'active').map(({ name }) => ({ name, rule }))
}

function grouped(choices: Awardable[]) {
  const combined = new Map<string, string[]>()
  for (const { name, rule } of choices)
    if (rule.type === 'combined') combined.set(rule.name, [...(combined.get(rule.name) ?? []), name])
  return [
    ...choices.filter(({ rule }) => rule.type !== 'combined').map(({ name }) => name),
    ...[...combined].map(([rule, items]) => ({ group: `Sub-rules of “${rule}”`, items })),
  ]
}
