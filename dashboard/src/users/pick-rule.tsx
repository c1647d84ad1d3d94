import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rulesQuery } from '../rules/queries.ts'
import type { RuleData } from '../rules/rule-values.ts'

/** What can be awarded: a rule by its name, or a sub-rule of a combined one by its own. */
export type Awardable = { name: string; rule: RuleData }

const CHOICES_MAX = 20

/** Finds an active rule by a part of its name; a combined one is there by its active sub-rules. */
export function PickRule({
  picked,
  onPick,
}: {
  picked: Awardable | null
  onPick: (picked: Awardable | null) => void
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  // What was picked stands in the box, and looking for it would hide all others.
  const wanted = search === '' || search === picked?.name ? undefined : search
  const { data, isFetching, isError } = useQuery({
    ...rulesQuery({ search: wanted, status: 'active', limit: CHOICES_MAX }),
    placeholderData: keepPreviousData,
  })
  const choices = (data?.data ?? []).flatMap(awardables)
  return (
    <Select
      label="Rule"
      description="Active rules, by a part of the name"
      placeholder="Search for a rule"
      searchable
      allowDeselect={false}
      data={grouped(choices)}
      // The service has searched already, also in the names of combined rules, which are not among the choices.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={picked?.name ?? null}
      onChange={(name) => onPick(choices.find((each) => each.name === name) ?? null)}
      nothingFoundMessage={
        isFetching
          ? 'Searching …'
          : isError
            ? 'The rules could not be read; try again.'
            : 'No active rule is called so.'
      }
      data-autofocus
    />
  )
}

function awardables(rule: RuleData): Awardable[] {
  if (rule.type !== 'combined') return [{ name: rule.name, rule }]
  return rule.rules.filter(({ status }) => status === 'active').map(({ name }) => ({ name, rule }))
}

function grouped(choices: Awardable[]) {
  const combined = new Map<string, string[]>()
  for (const { name, rule } of choices)
    if (rule.type === 'combined') combined.set(rule.name, [...(combined.get(rule.name) ?? []), name])
  return [
    ...choices.filter(({ rule }) => rule.type !== 'combined').map(({ name }) => name),
    ...[...combined].map(([rule, items]) => ({ group: `Parts of “${rule}”`, items })),
  ]
}
